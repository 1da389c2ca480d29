function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [row, left] of [...a].entries()) {
    const current = [row + 1];
    for (const [column, right] of [...b].entries()) {
      const substituted = (previous[column] ?? 0) + (left === right ? 0 : 1);
      current.push(Math.min(substituted, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).toLowerCase();

/** Returns up to three existing paths that are similar to `path`, best first. */
export function nearMatches(path: string, paths: readonly string[]): string[] {
  const wanted = path.toLowerCase();
  const allowed = Math.max(2, Math.floor(nameOf(path).length / 3));
  return paths
    .map((candidate) => ({
      candidate,
      score: Math.min(distance(wanted, candidate.toLowerCase()), distance(nameOf(path), nameOf(candidate))),
    }))
    .filter(({ score }) => score <= allowed)
    .sort((a, b) => a.score - b.score || a.candidate.localeCompare(b.candidate))
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}
