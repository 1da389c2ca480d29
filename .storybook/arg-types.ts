import type { ArgTypes, Preview } from '@storybook/react-vite';
import type { PropEntry } from './prop-tables.js';

/** A component with the table that `prop-tables-plugin.ts` has given it. */
export interface Documented {
  readonly __docgenInfo?: {
    readonly displayName: string;
    readonly description: string;
    readonly props: Readonly<Record<string, PropEntry>>;
  };
}

/** The props of a component as Storybook shows them. */
export function argTypesOf({ __docgenInfo }: Documented): ArgTypes {
  const rows = Object.entries(__docgenInfo?.props ?? {}).map(([name, prop]) => [name, argTypeOf(name, prop)]);
  return Object.fromEntries(rows);
}

function argTypeOf(name: string, { required, description, type, choices, defaultValue }: PropEntry): ArgTypes[string] {
  const table = {
    type: { summary: type },
    ...(defaultValue === undefined ? {} : { defaultValue: { summary: defaultValue } }),
  };
  const kind = choices === undefined ? plainKind(type) : ({ name: 'enum', value: [...choices] } as const);
  return { name, description, type: { ...kind, required }, table };
}

function plainKind(type: string) {
  return type === 'boolean' || type === 'string' || type === 'number'
    ? ({ name: type } as const)
    : ({ name: 'other', value: type } as const);
}

/** What is no plain data cannot be edited, and what a story is not given reaches nothing: neither has a control. */
export const controlsThatWork: NonNullable<Preview['argTypesEnhancers']>[number] = ({ argTypes, initialArgs }) =>
  Object.fromEntries(
    Object.entries(argTypes).map(([name, argType]) => [
      name,
      isPlain(initialArgs[name]) ? argType : { ...argType, control: false },
    ]),
  );

/** JSON, that is: neither functions nor elements. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value !== undefined && typeof value !== 'function';
  return !('$$typeof' in value) && Object.values(value).every((member) => member === undefined || isPlain(member));
}
