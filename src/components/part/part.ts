import {
  type ComponentPropsWithoutRef,
  cloneElement,
  createElement,
  type ForwardRefExoticComponent,
  forwardRef,
  isValidElement,
  type JSX,
  type ReactElement,
  type Ref,
  type RefAttributes,
} from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { composeRefs } from './compose-refs.js';

/** The state of a part that has none. */
export type NoState = Record<string, never>;

/** The state of a part: each member becomes a `data-*` attribute, `true` an empty one; `undefined` and `false` none. */
type PartState<STATE> = { readonly [NAME in keyof STATE]: string | number | boolean | undefined };

/** Removes props that a part sets itself: `Without<'children'>`. */
export type Without<NAMES extends string> = { readonly [NAME in NAMES]?: undefined };

/** The attributes that a part passes to its `render` function. */
type PartAttributes = Record<string, unknown>;

/** The name of an HTML element. */
type Tag = keyof HTMLElementTagNameMap & keyof JSX.IntrinsicElements;

/**
 * The props of every part, besides the attributes of its element: its class by state, and a replacement for its
 * element. Attributes of an app come last; its event handlers run before the part's own, which `preventDefault()`
 * skips.
 */
export type PartProps<TAG extends Tag, STATE extends PartState<STATE> = NoState> = Omit<
  ComponentPropsWithoutRef<TAG>,
  'className' | 'children'
> & {
  readonly className?: string | ((state: STATE) => string | undefined) | undefined;
  /** An element that takes the part's attributes, or a function that gets them and its state. */
  readonly render?: ReactElement | ((attributes: PartAttributes, state: STATE) => ReactElement) | undefined;
  readonly children?: ComponentPropsWithoutRef<TAG>['children'];
};

type PropsWith<TAG extends Tag, STATE extends PartState<STATE>, OWN> = Omit<PartProps<TAG, STATE>, keyof OWN> & OWN;

/**
 * A part: a component for one element, with a state that styles can select by, and props of its own besides those of
 * the element.
 */
export interface Part<TAG extends Tag, STATE extends PartState<STATE> = NoState, OWN = unknown>
  extends ForwardRefExoticComponent<PropsWith<TAG, STATE, OWN> & RefAttributes<HTMLElementTagNameMap[TAG]>> {}

/** The attributes that a part sets on its element. The attributes of the app come last; `state` becomes `data-*`. */
type OwnAttributes<TAG extends Tag, STATE extends PartState<STATE>> = ComponentPropsWithoutRef<TAG> & {
  readonly [name: `data-${string}`]: string | number | boolean | undefined;
  readonly ref?: Ref<HTMLElementTagNameMap[TAG]> | undefined;
} & (STATE extends NoState ? { readonly state?: STATE } : { readonly state: STATE });

/**
 * Renders the element of a part from the app's props, without the part's own props, and the attributes that the part
 * sets.
 */
type RenderElement<TAG extends Tag, STATE extends PartState<STATE>> = (
  props: Pick<PartProps<TAG, STATE>, 'className' | 'render'> & RefAttributes<HTMLElementTagNameMap[TAG]>,
  own: OwnAttributes<TAG, STATE>,
) => ReactElement;

/**
 * Makes a part. Its body is a component that gets the ref among its props, and a function that renders the element.
 *
 * @param name the part, as an app writes it.
 * @param tag its element. A button is a `type="button"` with the kit's look.
 * @param body returns what the part renders, or `null`.
 * @example
 * export const MeterBar = part('Meter.Bar', 'meter', (props, render) => {
 *   const { tokens, window } = useWithin(MeterContext, 'Meter.Bar');
 *   return render(props, { 'data-cs': 'meter-bar', max: window, value: tokens });
 * });
 */
export function part<TAG extends Tag, STATE extends PartState<STATE>, OWN>(
  name: string,
  tag: TAG,
  body: (
    props: PropsWith<TAG, STATE, OWN> & RefAttributes<HTMLElementTagNameMap[TAG]>,
    render: RenderElement<TAG, STATE>,
  ) => ReactElement | null,
): Part<TAG, STATE, OWN> {
  const base = tag === 'button' ? { 'data-cs': 'button', type: 'button' } : {};
  const render: RenderElement<TAG, STATE> = (props, { state, ref, ...own }) =>
    renderElement(
      tag,
      { ...props, ref: composeRefs(ref, props.ref) },
      { state: state ?? {}, own: { ...base, ...own } },
    );
  type Given = Parameters<typeof body>[0];
  const Component = forwardRef<HTMLElementTagNameMap[TAG], Given>((props, ref) =>
    body({ ...props, ref } as Given, render),
  );
  Component.displayName = name;
  return Component as Part<TAG, STATE, OWN>; // React's own type omits a ref from the props
}

interface PartElement {
  readonly className?: unknown;
  readonly render?: unknown;
  readonly ref?: Ref<unknown> | undefined;
}

/**
 * Renders an element or the app's replacement, with state as `data-*`, and merges the app's attributes, class and
 * handlers.
 */
function renderElement(
  tag: Tag,
  { className, render, ref, ...given }: PartElement,
  { state, own }: { readonly state: object; readonly own: PartAttributes },
): ReactElement {
  const name: unknown = typeof className === 'function' ? className(state) : className;
  const attributes: PartAttributes = {
    'data-cs': own['data-cs'],
    ...dataOf(state),
    ...withVisibleText(joinProps(own, given)),
    ...(name === undefined ? {} : { className: name }),
    ...(ref === undefined || ref === null ? {} : { ref }),
  };
  if (typeof render === 'function') return render(attributes, state) as ReactElement; // By its type.
  if (isValidElement<PartAttributes>(render)) {
    // React 19 has the ref among the props, React 18 beside them.
    const theirs = (render.props.ref ?? (render as { readonly ref?: unknown }).ref) as Ref<unknown> | undefined;
    const both = theirs === undefined || theirs === null ? {} : { ref: composeRefs(ref, theirs) };
    return cloneElement(render, { ...joinProps(attributes, render.props), ...both });
  }
  return createElement(tag, attributes);
}

/** Attributes that are displayed or read aloud. */
const textAttributes: ReadonlySet<string> = new Set([
  'title',
  'alt',
  'placeholder',
  'aria-label',
  'aria-description',
  'aria-valuetext',
  'aria-roledescription',
]);

/**
 * Returns the attributes with invisible characters escaped in each text that is displayed or read aloud. Values of
 * fields are unchanged.
 */
function withVisibleText(attributes: PartAttributes): PartAttributes {
  const texts = Object.entries(attributes).filter(([name]) => name === 'children' || textAttributes.has(name));
  return { ...attributes, ...Object.fromEntries(texts.map(([name, value]) => [name, visible(value)])) };
}

function visible(value: unknown): unknown {
  if (typeof value === 'string') return escapeUnseen(value);
  return Array.isArray(value) && value.some((item) => typeof item === 'string') ? value.map(visible) : value;
}

function dataOf(state: object): PartAttributes {
  return Object.fromEntries(
    Object.entries(state)
      .filter(([, value]) => value !== undefined && value !== false)
      .map(([key, value]) => [
        `data-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
        value === true ? '' : value,
      ]),
  );
}

/**
 * Merges two sets of attributes: handlers run one after the other, classes and descriptions are joined, otherwise the
 * app's win.
 */
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
