import type { ServedBatch } from '../../agent/run-server/batch-record.js';
import type { ListedRun, Person } from '../../agent/run-server/run-record.js';
import type { Clock } from '../../protocol/base/clock.js';
import type { ServedAgent } from './run-life.js';
import type { RunLinks } from './run-links.js';
import type { RunStore } from './run-store.js';

/** Options of {@link createRunServer}. */
export interface RunServerOptions {
  /** The agents that may be asked for, by name. They run where `store` says, with the same names. */
  readonly agents: Readonly<Record<string, Pick<ServedAgent, 'name'>>>;
  /** Where runs are kept, and who begins them. */
  readonly store: RunStore;
  /**
   * Returns the person of a request, as your session knows them; `null` or `undefined` for a request of nobody, which is refused (401). Only `id`, `name`, `roles`
   * and `tenant` are read, once, and they have to be the object's own members. The id is what tells two people apart where a rule asks for two. Anything else than a
   * person is an error of the app: `onProblem` gets a `UserError` with the code `person`, and the request is refused (500).
   */
  readonly identify: (request: Request) => Person | null | undefined | PromiseLike<Person | null | undefined>;
  /**
   * Returns `true` when a person may see a question and answer it. It is asked each time, also behind a link, and about each question of their tenant that they started or
   * may approve. As with the checks below, exactly `true`
   * permits: any other value and an error do not, and what was asked for looks as if it did not exist.
   */
  readonly authorize: (person: Person, batch: ServedBatch) => boolean | PromiseLike<boolean>;
  /** Whether somebody may read a run and stop it. Default: who started it. Whoever may answer one of its questions may read it while that is open. */
  readonly mayRead?: (person: Person, run: ListedRun) => boolean | PromiseLike<boolean>;
  /** Whether somebody may start runs of an agent. Default: everybody who is somebody. */
  readonly mayStart?: (person: Person, agent: string) => boolean | PromiseLike<boolean>;
  /** Checks the links of `notify`. Default: there are none. */
  readonly links?: RunLinks;
  /** The path under which the server lies, such as `/agents`. Default: the root. */
  readonly base?: string;
  /**
   * Origins of other sites whose pages may use this server, such as `https://app.example.com`; the responses permit them (CORS). A refused origin is reported
   * once, to `onProblem` or else to the console. Default: only the origin of `request.url`, which a proxy may change.
   */
  readonly origins?: readonly string[];
  /** The size limit of a request, in bytes. Default: 16,000,000 for one that starts a run, with its history and files; 1,000,000 for others. */
  readonly maxBytes?: number;
  /** How long nothing may be told of a run before a comment says that the connection lives, in milliseconds. Default: 15,000. */
  readonly keepAlive?: number;
  /** How far from now people may move a deadline, in milliseconds. Default: 30 days. */
  readonly maxExtension?: number;
  /** How many may listen to runs at once; more are refused (503). Default: 10,000. */
  readonly maxListeners?: number;
  /** How many event streams one person may have at once; more are refused (503). Default: a tenth of `maxListeners`, at least 2. */
  readonly maxListenersPerPerson?: number;
  /** How many runs of one person may be running or waiting at once; more are refused (429). Default: 10,000. */
  readonly maxOpenRunsPerPerson?: number;
  /**
   * How often `identify` and `authorize` are asked again about an event stream that goes on, in milliseconds, besides whenever a question of the run changes.
   * `identify` gets the same `Request` again. The stream ends when the right is gone. Default: 60,000.
   */
  readonly accessCheckInterval?: number;
  /** Is told what failed beside a request, such as the store. Default: nobody is. */
  readonly onProblem?: (error: unknown) => void;
  /** Time; for tests. Default: the system's. */
  readonly clock?: Clock;
}
