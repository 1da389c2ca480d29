import type { CallPhase } from '../../store/messages/call-record.js';
import type { GlyphName } from '../shared/glyph.js';

/** How a phase looks; its word stands in the strings. */
export interface CallLook {
  readonly glyph: GlyphName;
  readonly tone: 'live' | 'wait' | 'ok' | 'no' | 'warn' | 'note';
}

/** A shape and a tone for each phase: no two phases share both. */
export const callLooks: Readonly<Record<CallPhase, CallLook>> = {
  writing: { glyph: 'pen', tone: 'live' },
  called: { glyph: 'dot', tone: 'live' },
  waiting: { glyph: 'ring', tone: 'wait' },
  running: { glyph: 'half', tone: 'live' },
  returned: { glyph: 'check', tone: 'ok' },
  failed: { glyph: 'cross', tone: 'no' },
  retry: { glyph: 'again', tone: 'warn' },
  denied: { glyph: 'no-entry', tone: 'no' },
  blocked: { glyph: 'shield', tone: 'no' },
  expired: { glyph: 'clock', tone: 'warn' },
  cancelled: { glyph: 'square', tone: 'note' },
  skipped: { glyph: 'skip', tone: 'note' },
  interrupted: { glyph: 'broken', tone: 'warn' },
  unknown: { glyph: 'question', tone: 'warn' },
};
