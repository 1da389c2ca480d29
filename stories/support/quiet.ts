/**
 * For a story about something of an app that throws: what a boundary has caught is shown by the story, and not told in
 * the console again.
 *
 * @example export const Broken: Story = { parameters: quiet };
 */
export const quiet = { react: { rootOptions: { onCaughtError: () => {} } } };
