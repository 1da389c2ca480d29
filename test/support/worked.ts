/**
 * Milliseconds that this process has worked since it was asked: what others do on a busy machine counts for nothing.
 */
export function workedSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
