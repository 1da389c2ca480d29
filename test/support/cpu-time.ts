/** Returns the CPU milliseconds of this process since `start`. Other processes on a busy machine do not count. */
export function cpuMillisecondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
