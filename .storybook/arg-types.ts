import type { ArgTypes, Preview } from '@storybook/react-vite';
import type { PropEntry } from './prop-tables.js';
import type { PartStyling } from './reference/styling.js';

/** A component with the table of props that `prop-tables-plugin.ts` added. */
export interface Documented {
  readonly __docgenInfo?: {
    readonly displayName: string;
    readonly description: string;
    readonly props: Readonly<Record<string, PropEntry>>;
    readonly styling?: PartStyling;
  };
}

/** Returns the props of a component in Storybook's format. */
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

/** Removes the controls of props that are not plain data. A choice needs no initial value. */
export const controlsThatWork: NonNullable<Preview['argTypesEnhancers']>[number] = ({ argTypes, initialArgs }) =>
  Object.fromEntries(
    Object.entries(argTypes).map(([name, argType]) => [
      name,
      isPlain(initialArgs[name]) || isUnsetChoice(argType, initialArgs[name])
        ? argType
        : { ...argType, control: false },
    ]),
  );

function isUnsetChoice({ type }: ArgTypes[string], value: unknown): boolean {
  const name = typeof type === 'object' ? type.name : type;
  return value === undefined && (name === 'enum' || name === 'boolean');
}

/** Returns `true` for JSON values, so neither for functions nor for elements. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value !== undefined && typeof value !== 'function';
  return !('$$typeof' in value) && Object.values(value).every((member) => member === undefined || isPlain(member));
}
