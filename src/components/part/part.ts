import {
  type ComponentPropsWithoutRef,
  cloneElement,
  createElement,
  type ElementType,
  isValidElement,
  type ReactElement,
  type Ref,
} from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { composeRefs } from './compose-refs.js';

/** State of a part that a style could ask nothing of. */
export type NoState = Record<string, never>;

/** What a part says about itself: each member becomes a `data-*` attribute, `true` an empty one; `undefined` and `false` none. */
export type PartState = Readonly<Record<string, string | number | boolean | undefined>>;

/** The attributes that a part hands to what renders it. */
export type PartAttributes = Record<string, unknown>;

/**
 * What every part takes, besides the attributes of its element: its class by state, and what to render in place of its element.
 * Attributes of an app come last; event handlers run before the part's own, which a `preventDefault()` keeps from running.
 */
export type PartProps<TAG extends ElementType, STATE extends PartState> = Omit<
  ComponentPropsWithoutRef<TAG>,
  'className' | 'children'
> & {
  readonly className?: string | ((state: STATE) => string | undefined) | undefined;
  /** An element that takes the part's attributes, or a function that gets them and its state. */
  readonly render?: ReactElement | ((attributes: PartAttributes, state: STATE) => ReactElement) | undefined;
  readonly children?: ComponentPropsWithoutRef<TAG>['children'];
};

/** What a part is made of. */
export interface PartOptions<STATE extends PartState> {
  /** The name that styles and tests select it by: `data-cs`. */
  readonly slot: string;
  readonly state: STATE;
  /** What the part itself sets; an app's own attributes go before. */
  readonly own?: PartAttributes;
  readonly ref?: Ref<unknown> | undefined;
}

/**
 * Renders a part: its element or what an app gave in its place, with state as `data-*`, and with the app's attributes, class
 * and handlers joined to the part's own.
 */
export function renderPart<TAG extends ElementType, STATE extends PartState>(
  tag: TAG,
  { className, render, ...given }: PartProps<TAG, STATE>,
  { slot, state, own = {}, ref }: PartOptions<STATE>,
): ReactElement {
  const name = typeof className === 'function' ? className(state) : className;
  const attributes: PartAttributes = {
    'data-cs': slot,
    ...dataOf(state),
    ...withVisibleText(joinProps(own, given)),
    ...(name === undefined ? {} : { className: name }),
    ...(ref === undefined || ref === null ? {} : { ref }),
  };
  if (typeof render === 'function') return render(attributes, state);
  if (isValidElement<PartAttributes>(render)) {
    // React 19 keeps the ref among the props, React 18 beside them.
    const theirs = (render.props.ref ?? (render as { readonly ref?: unknown }).ref) as Ref<unknown> | undefined;
    const both = theirs === undefined || theirs === null ? {} : { ref: composeRefs(ref, theirs) };
    return cloneElement(render, { ...joinProps(attributes, render.props), ...both });
  }
  return createElement(tag, attributes);
}

/** Attributes that are shown or read aloud. */
const textAttributes: ReadonlySet<string> = new Set([
  'title',
  'alt',
  'placeholder',
  'aria-label',
  'aria-description',
  'aria-valuetext',
  'aria-roledescription',
]);

/** The attributes of a part, with each text that is shown or read aloud made visible. Values of fields are left as they are. */
function withVisibleText(attributes: PartAttributes): PartAttributes {
  const texts = Object.entries(attributes).filter(([name]) => name === 'children' || textAttributes.has(name));
  return { ...attributes, ...Object.fromEntries(texts.map(([name, value]) => [name, visible(value)])) };
}

function visible(value: unknown): unknown {
  if (typeof value === 'string') return escapeUnseen(value);
  return Array.isArray(value) && value.some((item) => typeof item === 'string') ? value.map(visible) : value;
}

function dataOf(state: PartState): PartAttributes {
  return Object.fromEntries(
    Object.entries(state)
      .filter(([, value]) => value !== undefined && value !== false)
      .map(([key, value]) => [
        `data-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
        value === true ? '' : value,
      ]),
  );
}

/** Joins two sets of attributes: handlers run one after the other, classes and descriptions stand together, the rest is the app's. */
function joinProps(own: PartAttributes, given: Readonly<Record<string, unknown>>): PartAttributes {
  const joined: PartAttributes = { ...own };
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined || key === 'ref') continue;
    const mine = own[key];
    if (typeof mine === 'function' && typeof value === 'function' && /^on[A-Z]/.test(key)) {
      joined[key] = inTurn(value as Handler, mine as Handler);
    } else if ((key === 'className' || key === 'aria-describedby') && typeof mine === 'string') {
      joined[key] = `${mine} ${String(value)}`;
    } else joined[key] = value;
  }
  return joined;
}

type Handler = (event: { readonly defaultPrevented?: boolean }) => unknown;

function inTurn(first: Handler, second: Handler): Handler {
  return (event) => {
    first(event);
    if (event.defaultPrevented !== true) second(event);
  };
}
