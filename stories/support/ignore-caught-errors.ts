/**
 * For a story in which a component of the app throws. The story shows the caught error, so React does not log
 * it.
 *
 * @example export const Broken: Story = { parameters: ignoreCaughtErrors };
 */
export const ignoreCaughtErrors = { react: { rootOptions: { onCaughtError: () => {} } } };
