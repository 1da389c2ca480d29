// Compiled by `npm run typecheck` and never run: a wrong type is a compile error.
import type { Aside, Composer, Inbox, Meter } from 'countersign/components';
import type { ComponentProps, Ref } from 'react';
import { type Equal, expectType } from './support.js';

type RootProps = ComponentProps<typeof Meter.Root>;

// A part accepts the props of its element, its own props, and a ref to its element.
expectType<Equal<ComponentProps<typeof Meter.Bar>['ref'], Ref<HTMLMeterElement> | undefined>>();
expectType<Equal<RootProps['window'], number | undefined>>();
expectType<Equal<ComponentProps<typeof Inbox.Title>['id'], string | undefined>>();

// A `className` function receives the state of the part.
const byLevel: RootProps['className'] = ({ level }) => (level === 'full' ? 'warning' : undefined);
// @ts-expect-error: the state has no such member
const byNothing: RootProps['className'] = ({ nothing }) => String(nothing);
const byOpen: ComponentProps<typeof Aside.Open>['className'] = ({ state }) => (state === 'open' ? 'on' : 'off');

// A part that creates its children accepts none, and a part with a value accepts no other.
// @ts-expect-error: the panel shows its call
const content: ComponentProps<typeof Aside.Content> = { children: 'others' };
// @ts-expect-error: the text is the composer's
const input: ComponentProps<typeof Composer.Input> = { value: 'other' };

export { byLevel, byNothing, byOpen, content, input };
