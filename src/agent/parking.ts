import { loadPart } from '../protocol/load-part.js';

/** What calls need that outlive their run, or the page's memory. */
export const parking = (): Promise<typeof import('./parked-calls.js')> =>
  loadPart('calls that are parked, stored or resumed', () => import('./parked-calls.js'));
