// Merges rules with equal declarations to make the style sheet smaller, without a visible change. A rule moves only
// past rules that it cannot affect: those for another element of the kit, or with other properties.
import selectorParser from 'postcss-selector-parser';

/** Selectors that every browser supports. An unsupported one would invalidate its whole selector list. */
const known =
  /^(?::is|:where|:not|:hover|:focus-visible|:focus-within|:first-child|:last-child|:empty|::?before|::?after)$/;

/** Properties that affect each other without a common first word. */
const kin = {
  'line-height': 'font',
  'row-gap': 'gap',
  'column-gap': 'gap',
  'place-items': 'align',
  'place-content': 'align',
  'place-self': 'align',
  'justify-items': 'align',
  'justify-content': 'align',
  'justify-self': 'align',
  order: 'flex',
  top: 'inset',
  right: 'inset',
  bottom: 'inset',
  left: 'inset',
  width: 'size',
  height: 'size',
  'inline-size': 'size',
  'block-size': 'size',
};

/** @param {import('postcss').Root} root A style sheet with only rules, layers and conditions. */
export function mergeRules(root) {
  const layers = root.nodes.filter(({ type, name }) => type === 'atrule' && name === 'layer');
  for (const part of [root, ...layers]) mergeWithin(rulesOf(part, ''));
}

/** Returns the rules of a part in order, including those in conditions, each with its conditions. */
function rulesOf(parent, conditions) {
  return (parent.nodes ?? []).flatMap((node) => {
    if (node.type === 'rule') return [{ node, conditions, ...readRule(node) }];
    const isCondition = node.type === 'atrule' && ['media', 'supports', 'container'].includes(node.name);
    return isCondition ? rulesOf(node, `${conditions}@${node.name} ${node.params}`) : [];
  });
}

function readRule(rule) {
  const selectors = selectorParser().astSync(rule.selector).nodes;
  const declarations = rule.nodes.filter(({ type }) => type === 'decl');
  let isKnown = true;
  for (const selector of selectors) {
    selector.walkPseudos(({ value }) => {
      isKnown &&= known.test(value);
    });
  }
  return {
    isKnown,
    subjects: selectors.map((selector) => ({ names: namesOf(selector), box: boxOf(selector) })),
    properties: new Set(declarations.map(({ prop }) => propertyOf(prop))),
    body: declarations.map(String).join(';'),
  };
}

/** Returns a property with all properties that also set it. */
function propertyOf(name) {
  const plain = name.startsWith('--') ? name : name.replace(/^-\w+-/, '');
  return plain.startsWith('--') ? plain : (kin[plain] ?? plain.split('-')[0]);
}

/** Returns the pseudo-element of a selector, or '' for the element itself. */
function boxOf(selector) {
  let box = '';
  selector.walkPseudos(({ value }) => {
    if (/^::|^:(?:before|after)$/.test(value)) box = value.replace(/^:+/, '');
  });
  return box;
}

/** Returns the names of the kit's elements that a selector can match, or undefined if it names none. */
function namesOf(selector) {
  const from = selector.nodes.findLastIndex(({ type }) => type === 'combinator');
  const sets = selector.nodes.slice(from + 1).map(namesOfPart);
  const named = sets.filter((names) => names !== undefined);
  return named.length === 0 ? undefined : named.reduce((all, names) => all.filter((name) => names.includes(name)));
}

function namesOfPart(node) {
  if (node.type === 'attribute') {
    return node.attribute === 'data-cs' && node.operator === '=' ? [node.value] : undefined;
  }
  if (node.type !== 'pseudo' || ![':is', ':where'].includes(node.value)) return undefined;
  const each = node.nodes.map(namesOf);
  return each.every((names) => names !== undefined) ? each.flat() : undefined;
}

function mergeWithin(rules) {
  for (let at = rules.length - 1; at > 0; at--) {
    for (let before = at - 1; before >= 0; before--) {
      const kept = mergePair(rules, before, at);
      if (kept === undefined) continue;
      // The merged rule at the later position may merge with a third.
      if (kept === at) at = before = at - 1;
      else break;
    }
  }
}

/**
 * Merges two rules if they have equal declarations and one can move to the other. Returns the index of the merged rule.
 */
function mergePair(rules, first, second) {
  const [a, b] = [rules[first], rules[second]];
  if (!a.isKnown || !b.isKnown || a.conditions !== b.conditions || a.body !== b.body) return undefined;
  const between = rules.slice(first + 1, second);
  if (between.every((rule) => !canTouch(b, rule))) return put(rules, second, first);
  if (between.every((rule) => !canTouch(a, rule))) return put(rules, first, second);
  return undefined;
}

function put(rules, from, into) {
  const [moved, kept] = [rules[from], rules[into]];
  const selectors = from < into ? [moved, kept] : [kept, moved];
  kept.node.selectors = [...new Set(selectors.flatMap(({ node }) => node.selectors))];
  kept.subjects.push(...moved.subjects);
  removeWithParents(moved.node);
  rules.splice(from, 1);
  return into;
}

/** Removes a rule, and its condition if that is then empty. */
function removeWithParents(node) {
  const { parent } = node;
  node.remove();
  if (parent.type === 'atrule' && parent.nodes.length === 0) removeWithParents(parent);
}

/** Returns `true` when two rules may set the same property of one element, so that their order matters. */
function canTouch(a, b) {
  const shares = [...a.properties].some((property) => b.properties.has(property));
  return shares && a.subjects.some((one) => b.subjects.some((other) => canMeet(one, other)));
}

function canMeet(one, other) {
  if (one.box !== other.box) return false;
  if (one.names === undefined || other.names === undefined) return true;
  return one.names.some((name) => other.names.includes(name));
}
