// Splits the style sheet, so that it works next to the style sheet of an app. The sources are one layer; this PostCSS
// plugin makes two parts:   - essentials (display, box, spacing, type, and all that a reset changes in a control) are
// outside of any layer, so that no     reset overrides them. They have the specificity of one attribute, so that a
// later class of the app wins;   - skins (colours, shadows, motion) and the tokens stay in the layer, so that utilities
// in a later layer win, too. The rules keep their relative order: by specificity, then by position.
import { selectorSpecificity } from '@csstools/selector-specificity';
import selectorParser from 'postcss-selector-parser';
import { mergeRules } from './merge-rules.mjs';

const layerName = 'countersign';

/** Properties that common resets change only for controls. Custom properties are skins, too. */
const skin =
  /^(?:--|color$|background|box-shadow|text-shadow|border-radius|border-(?:start|end)-(?:start|end)-radius|outline|fill|stroke|cursor|opacity|transition|animation|accent-color|caret-color|text-decoration|filter|color-scheme|forced-color-adjust)/;

/** Elements whose look resets remove. All of their declarations are outside of the layer. */
const controlTags = new Set(['a', 'button', 'input', 'select', 'summary', 'textarea', 'progress', 'dialog', 'kbd']);
const controlNames =
  /^(?:button|field-button|view-button|value-number|plan-jump|tray-trigger|tray-item|call-line|card-line|composer-input|remember-select|remember-choice|batch-bar|key|conversation-button|decisions-(?:search|filter)|feed-(?:search|filter|agents|topic|fold|step|range|opener|panel))$/;

/** @returns {import('postcss').Plugin} */
export function splitStyles() {
  return {
    postcssPlugin: 'countersign-split-styles',
    OnceExit(root, { AtRule, Rule }) {
      const layers = root.nodes.filter(
        (node) => node.type === 'atrule' && node.name === 'layer' && node.params === layerName,
      );
      if (layers.length === 0) return;
      const essentials = layers.flatMap((layer) => takeEssentials(layer, Rule));
      essentials.sort((a, b) => compare(a.specificity, b.specificity));
      const merged = new AtRule({ name: 'layer', params: layerName, nodes: layers.flatMap((layer) => layer.nodes) });
      for (const layer of layers) layer.remove();
      root.append(merged, ...wrap(essentials, AtRule));
      mergeRules(root);
    },
  };
}

/** Moves the essentials out of the rules of a layer. */
function takeEssentials(layer, Rule) {
  const found = [];
  layer.walkRules((rule) => {
    if (rule.parent.type === 'atrule' && rule.parent.name === 'keyframes') return;
    const around = conditionsOf(rule, layer);
    const selectors = selectorParser().astSync(rule.selector).nodes;
    const wrong = setsTokens(rule) ? undefined : selectors.find((selector) => !namesOurs(selector));
    if (wrong !== undefined) throw rule.error(`'${String(wrong).trim()}' would match elements of the app.`);
    const bySpecificity = new Map();
    for (const selector of selectors) {
      const isSkin = isControl(selector) ? (name) => name.startsWith('--') : (name) => skin.test(name);
      const declarations = rule.nodes.filter((node) => node.type === 'decl' && !isSkin(node.prop));
      if (declarations.length === 0) continue;
      const specificity = selectorSpecificity(selector);
      const key = JSON.stringify([specificity, declarations.map(String)]);
      const entry = bySpecificity.get(key) ?? { specificity, around, declarations, selectors: [] };
      entry.selectors.push(isControl(selector) ? unlessUnstyled(flatten(selector)) : flatten(selector));
      bySpecificity.set(key, entry);
    }
    for (const { declarations, selectors, ...entry } of bySpecificity.values()) {
      const made = new Rule({ selectors: [...new Set(selectors)], nodes: declarations.map((node) => node.clone()) });
      found.push({ ...entry, rule: made });
    }
    removeWhole(rule, selectors);
  });
  return found;
}

/** Moves a declaration out of the layer if it is essential for every selector of its rule. */
function removeWhole(rule, selectors) {
  const areControls = selectors.every(isControl);
  for (const node of [...rule.nodes]) {
    if (node.type === 'decl' && (areControls ? !node.prop.startsWith('--') : !skin.test(node.prop))) node.remove();
  }
  // Outside of the layer, the declaration applies to controls. Here it stays for all other elements, and tokens
  // stay for all.
  const hasToken = rule.nodes.some((node) => node.type === 'decl' && node.prop.startsWith('--'));
  if (!areControls && !hasToken)
    rule.selectors = selectors.filter((each) => !isControl(each)).map((each) => String(each).trim());
  for (let node = rule; node.nodes.every(({ type }) => type === 'comment') && node.parent.type !== 'root'; ) {
    const { parent } = node;
    node.remove();
    node = parent;
  }
}

function conditionsOf(rule, layer) {
  const found = [];
  for (let node = rule.parent; node !== layer; node = node.parent)
    found.unshift({ name: node.name, params: node.params });
  return found;
}

/** Tokens may be on any element, because only the kit reads them. */
function setsTokens(rule) {
  return rule.nodes.every((node) => node.type === 'comment' || (node.type === 'decl' && node.prop.startsWith('--')));
}

/** Checks that a selector names an element of the kit, so that nothing else is styled. */
function namesOurs(selector) {
  let found = false;
  selector.walkAttributes(({ attribute }) => {
    found ||= attribute === 'data-cs';
  });
  return found;
}

/** Returns `true` when a selector matches a control, according to the tag, name or action in its last compound. */
function isControl(selector) {
  const last = lastCompound(selector);
  if (last.some(({ value }) => value === '::placeholder')) return true;
  if (last.some(({ value }) => value?.startsWith('::'))) return false;
  return last.some((node) => {
    if (node.type === 'tag') return controlTags.has(node.value);
    if (node.type === 'attribute') {
      return node.attribute === 'data-action' || (node.attribute === 'data-cs' && controlNames.test(node.value ?? ''));
    }
    return node.type === 'pseudo' && [':is', ':where'].includes(node.value) && node.nodes.every(isControl);
  });
}

function lastCompound(selector) {
  const from = selector.nodes.findLastIndex(({ type }) => type === 'combinator');
  return selector.nodes.slice(from + 1);
}

/** Leaves out controls of the app with `data-unstyled`, which keep their own look. Adds no specificity. */
function unlessUnstyled(selector) {
  const at = selector.search(/::/);
  const end = at < 0 ? selector.length : at;
  return `${selector.slice(0, end)}:where(:not([data-unstyled]))${selector.slice(end)}`;
}

/** Returns a selector for the same elements with the specificity of one attribute. */
function flatten(selector) {
  const nodes = selector.nodes.map((node) => node.clone());
  const at = nodes.findLastIndex(isName);
  const zero = (part) => {
    const text = part.map(String).join('').trim();
    const [only, ...others] = part;
    const isList = others.length === 0 && [':is', ':where'].includes(only?.value);
    return text === '' ? '' : `:where(${isList ? only.nodes.map(String).join() : text})`;
  };
  return compounds(nodes)
    .map((part) => flattenCompound(part, nodes[at], zero))
    .join('')
    .trim();
}

/** `[data-cs='a']`, or one of several. */
function isName(node) {
  if (node.type === 'attribute') return node.attribute === 'data-cs';
  return (
    node.type === 'pseudo' &&
    node.value === ':is' &&
    node.nodes.every(({ nodes }) => nodes.length === 1 && isName(nodes[0]))
  );
}

/** Compounds and the combinators between them, in order. */
function compounds(nodes) {
  const parts = [[]];
  for (const node of nodes) {
    if (node.type === 'combinator') parts.push([node], []);
    else parts.at(-1).push(node);
  }
  return parts;
}

function flattenCompound(part, name, zero) {
  if (part.length === 1 && part[0].type === 'combinator') return String(part[0]);
  const isElement = (node) =>
    node.type === 'pseudo' && /^::|^:(?:before|after|first-line|first-letter)$/.test(node.value);
  const from = part.findIndex(isElement);
  const own = from < 0 ? part : part.slice(0, from);
  const counted = own.includes(name) ? String(name).trim() : '';
  return (
    counted + zero(own.filter((node) => node !== name)) + (from < 0 ? '' : part.slice(from).map(String).join('').trim())
  );
}

/** Rules with the conditions around them, neighbours with the same ones in one. */
function wrap(entries, AtRule) {
  const out = [];
  let last;
  for (const { around, rule } of entries) {
    const key = JSON.stringify(around);
    if (last?.key !== key) {
      const [outer, inner] = around.reduce(
        ([top, leaf], condition) => {
          const made = new AtRule({ ...condition, nodes: [] });
          leaf?.append(made);
          return [top ?? made, made];
        },
        [undefined, undefined],
      );
      if (outer !== undefined) out.push(outer);
      last = { key, leaf: inner };
    }
    if (last.leaf === undefined) out.push(rule);
    else last.leaf.append(rule);
  }
  return out;
}

function compare(a, b) {
  return a.a - b.a || a.b - b.b || a.c - b.c;
}
