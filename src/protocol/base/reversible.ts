/** The declaration about undoing the effect of a call. After `until` follows a time or an event, in words. */
export type Reversible = 'yes' | 'no' | `until ${string}`;
