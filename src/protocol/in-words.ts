/** A tool's name in words, for people: `delete_file` and `deleteFile` become `Delete file`. */
export function inWords(toolName: string): string {
  const words = toolName
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_\-.\s]+/g, ' ')
    .trim()
    .toLowerCase();
  return words === '' ? toolName : words.charAt(0).toUpperCase() + words.slice(1);
}
