import { cleanup, render, waitFor } from '@testing-library/react';
import { createElement, createRef, type ElementType, forwardRef, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { UserError } from '../../src/protocol/base/errors.js';

type Attributes = Readonly<Record<string, unknown>>;

/** A test case of a part: how to render it, and its behavior. */
export interface PartCase {
  /** Required props of this part. */
  readonly props?: Attributes;
  /** Renders the part inside its Root. Absent for a Root, and for parts with `alone: 'stands'`. */
  readonly within?: (part: ReactElement) => ReactElement;
  /** `none`: the part has no element of its own that could receive props. It renders other parts or nothing. */
  readonly element?: 'own' | 'none';
  /** `throws`: it needs a Root around it. Default: `stands` for a Root, otherwise `throws`. */
  readonly alone?: 'stands' | 'throws';
  /** Makes the part visible. */
  readonly prepare?: (container: HTMLElement) => unknown;
  /** The part's own reaction to an event. Required if it listens to presses or changes. */
  readonly acts?: {
    readonly on: 'onClick' | 'onChange';
    readonly act: (element: HTMLElement) => unknown;
    /** Returns the observable effect. */
    readonly seen: (container: HTMLElement) => unknown;
  };
}

/** A case for each part of a namespace, created anew for each check. A missing part is a type error. */
export type PartTable<PARTS> = { readonly [NAME in keyof PARTS]: () => PartCase };

interface Subject {
  readonly name: string;
  readonly Part: ElementType;
  readonly make: () => PartCase;
}

const mark = 'data-under-test';

/** Checks the common behavior of all parts for every part of a namespace. */
export function describeParts<PARTS extends object>(namespace: string, parts: PARTS, table: PartTable<PARTS>): void {
  describe(`every part of ${namespace}`, () => {
    afterEach(() => {
      cleanup();
      vi.restoreAllMocks();
    });
    for (const [key, make] of Object.entries<() => PartCase>(table)) {
      const Part = (parts as Readonly<Record<string, ElementType>>)[key];
      if (Part === undefined) throw new Error(`The table of ${namespace} has ${key}, which is no part of it.`);
      describePart({ name: `${namespace}.${key}`, Part, make });
    }
  });
}

function describePart(subject: Subject): void {
  const { element, alone = subject.name.endsWith('.Root') ? 'stands' : 'throws', acts } = subject.make();
  vi.restoreAllMocks();
  if (element === 'none' && alone === 'stands') return;
  describe(subject.name, () => {
    if (alone === 'throws') it('throws a clear error outside of its Root', () => throwsOutside(subject));
    if (element === 'none') return;
    it('has a slot, and hands on ref, attributes and class', () => handsOn(subject));
    it('tells its state to a className function as it does in data-*', () => tellsItsState(subject));
    it('renders the element or what the function gives in its place', () => rendersInPlace(subject));
    it("joins an app's handlers to its own, of which none runs after preventDefault", () => joinsHandlers(subject));
    it('needs no style attribute', () => hasNoStyle(subject));
    if (acts === undefined) return;
    it("lets the app's handler go first, and not act after preventDefault", () => letsTheAppGoFirst(subject));
  });
}

async function show({ Part }: Subject, { props, within = asItIs, prepare }: PartCase, given: Attributes = {}) {
  const { container } = render(within(createElement(Part, { ...props, ...given, [mark]: '' })));
  await prepare?.(container);
  const element = await waitFor(() => {
    const found = container.querySelectorAll<HTMLElement>(`[${mark}]`);
    expect(found, 'elements that have the attributes').toHaveLength(1);
    return found[0] as HTMLElement; // the part is in its table
  });
  return { container, element };
}

function asItIs(part: ReactElement): ReactElement {
  return part;
}

async function handsOn(subject: Subject): Promise<void> {
  const ref = createRef<HTMLElement>();

  const { element } = await show(subject, subject.make(), { ref, className: 'theirs', title: 'An own title' });

  expect(element.dataset.cs).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
  expect(ref.current).toBe(element);
  expect(element).toHaveClass('theirs');
  expect(element).toHaveAttribute('title', 'An own title');
}

async function tellsItsState(subject: Subject): Promise<void> {
  const states: Attributes[] = [];
  const className = (state: Attributes): string => {
    states.push(state);
    return 'by-state';
  };

  const { element } = await show(subject, subject.make(), { className });

  expect(element).toHaveClass('by-state');
  expect(dataOf(element)).toEqual(expect.objectContaining(toData(states.at(-1) ?? {})));
}

function dataOf(element: HTMLElement): Record<string, string> {
  return { ...(element.dataset as Record<string, string>) };
}

/** Returns the attributes for a state: absent for `false`, empty for `true`. */
function toData(state: Attributes): Record<string, string> {
  return Object.fromEntries(
    Object.entries(state)
      .filter(([, value]) => value !== undefined && value !== false)
      .map(([key, value]) => [key, value === true ? '' : String(value)]),
  );
}

async function rendersInPlace(subject: Subject): Promise<void> {
  const plain = await show(subject, subject.make());
  const tag = plain.element.localName;
  const slot = plain.element.dataset.cs;
  cleanup();
  const theirs = createRef<HTMLElement>();
  const ours = createRef<HTMLElement>();

  const inPlace = createElement(tag, { 'data-theirs': '', className: 'theirs', ref: theirs });
  const byElement = await show(subject, subject.make(), { render: inPlace, className: 'ours', ref: ours });

  expect(byElement.element).toHaveAttribute('data-theirs');
  expect(byElement.element).toHaveAttribute('data-cs', slot);
  expect(byElement.element).toHaveClass('ours', 'theirs');
  expect(ours.current).toBe(byElement.element);
  expect(theirs.current).toBe(byElement.element);
  cleanup();

  const byFunction = await show(subject, subject.make(), {
    render: (attributes: Attributes, state: Attributes) =>
      createElement(tag, { ...attributes, 'data-theirs': JSON.stringify(toData(state)) }),
    ref: ours,
  });

  const told = JSON.parse(byFunction.element.getAttribute('data-theirs') ?? 'null') as Record<string, string>;
  expect(byFunction.element).toHaveAttribute('data-cs', slot);
  expect(dataOf(byFunction.element)).toEqual(expect.objectContaining(told));
  expect(ours.current).toBe(byFunction.element);
}

/** Returns the attributes that a part passes to its `render` element. */
async function attributesOf(subject: Subject, given: Attributes = {}): Promise<Attributes> {
  const taken: Attributes[] = [];
  const Taking = forwardRef<HTMLElement, Attributes>(function Taking({ tag, ...attributes }, ref) {
    taken.push(attributes);
    return createElement(String(tag), { ...attributes, ref });
  });
  const { element } = await show(subject, subject.make());
  cleanup();
  await show(subject, subject.make(), { ...given, render: createElement(Taking, { tag: element.localName }) });
  cleanup();
  return taken.at(-1) ?? {};
}

function handlersOf(attributes: Attributes): readonly string[] {
  return Object.entries(attributes)
    .filter(([key, value]) => /^on[A-Z]/.test(key) && typeof value === 'function')
    .map(([key]) => key);
}

async function joinsHandlers(subject: Subject): Promise<void> {
  const own = handlersOf(await attributesOf(subject));
  const { acts } = subject.make();
  for (const on of ['onClick', 'onChange'] as const) {
    if (own.includes(on))
      expect(acts, `${subject.name} listens to ${on}: its case has to say what that does`).toBeDefined();
  }
  const theirs = Object.fromEntries(own.map((key) => [key, vi.fn()]));

  const joined = await attributesOf(subject, theirs);

  for (const [key, handler] of Object.entries(theirs)) {
    const asked: PropertyKey[] = [];
    const prevented = new Proxy(
      { defaultPrevented: true },
      {
        get(target, name, receiver) {
          asked.push(name);
          return Reflect.get(target, name, receiver) as unknown;
        },
      },
    );
    (joined[key] as (event: object) => void)(prevented);
    // A part that reads more than this from an event reacts to it.
    expect([...asked], key).toEqual(['defaultPrevented']);
    expect(handler, key).toHaveBeenCalledTimes(1);
  }
}

async function letsTheAppGoFirst(subject: Subject): Promise<void> {
  const make = () => {
    const its = subject.make();
    if (its.acts === undefined) throw new Error('Only parts that act are asked.');
    return { its, acts: its.acts };
  };
  const first = make();
  const before: unknown[] = [];
  let page: HTMLElement | undefined;
  const handler = (): void => void before.push(page && first.acts.seen(page));
  const { container, element } = await show(subject, first.its, { [first.acts.on]: handler });
  page = container;
  const untouched = first.acts.seen(container);
  await first.acts.act(element);
  await waitFor(() => expect(first.acts.seen(container), 'what the act changes').not.toEqual(untouched));
  expect(before[0], 'what the app saw when it was told').toEqual(untouched);
  cleanup();

  const second = make();
  const prevent = vi.fn((event: Event) => event.preventDefault());
  const prevented = await show(subject, second.its, { [second.acts.on]: prevent });
  const start = second.acts.seen(prevented.container);
  await second.acts.act(prevented.element);

  expect(prevent).toHaveBeenCalled();
  expect(second.acts.seen(prevented.container)).toEqual(start);
}

function hasNoStyle(subject: Subject): void {
  const { props, within = asItIs } = subject.make();

  const html = renderToStaticMarkup(within(createElement(subject.Part, { ...props })));

  expect(html).not.toMatch(/<[^>]* style=/);
}

function throwsOutside(subject: Subject): void {
  const { props } = subject.make();
  vi.spyOn(console, 'error').mockImplementation(() => {}); // React tells what was thrown, too
  let thrown: unknown;
  try {
    render(createElement(subject.Part, { ...props }));
  } catch (error) {
    thrown = error;
  }

  expect(thrown).toBeInstanceOf(UserError);
  expect(String(thrown)).toMatch(/ outside of .*\. (?:Put it inside|Render)/);
}
