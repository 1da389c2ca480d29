import { indexedDbStorage } from 'countersign/persistence';
import { serveAgent } from 'countersign/server';
import { z } from 'zod';
import { agent } from './agent';

z.config({ jitless: true }); // extensions forbid `eval`, which zod would try

const storage = indexedDbStorage({ name: 'notes-agent' });
chrome.runtime.onConnect.addListener((port) => serveAgent(agent, { port, storage }));

// A press of the extension's button opens the panel.
void chrome.sidePanel.setPanelBehavior({ openPanelOnActionClick: true });
