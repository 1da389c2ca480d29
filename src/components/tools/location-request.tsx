'use client';
import { type ReactElement, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { ClientToolProps } from '../../hooks/client-tools.js';
import { type LocationProblem, locationStrings, toolStrings } from '../../words/english/tools.js';
import { Announcer } from '../part/announcer.js';
import { Button } from '../part/button.js';
import { useWords } from '../strings-provider.js';
import * as ClientTool from './client-tool.parts.js';
import { useClientToolCall } from './client-tool-context.js';
import { Question } from './problem-claim.js';
import { textIn } from './read-input.js';

/** The input of {@link LocationRequest}. */
interface LocationRequestInput {
  /** The reason for asking for the location. */
  readonly reason?: string;
}

/** Options of {@link LocationRequest}. */
interface LocationRequestOptions {
  /** The initial precision; the user may choose another one. Default `rounded`. */
  readonly precision?: LocationPrecision;
  /** The time that the device may take, in milliseconds. Default 30,000. */
  readonly timeout?: number;
}

/** Props of {@link LocationRequest}. */
interface LocationRequestProps extends ClientToolProps<LocationRequestInput, LocationOutput>, LocationRequestOptions {}

/**
 * A client tool that asks for the user's location: it shows the reason, and asks the browser only after a press.
 *
 * @example useAgentRun({ agent, clientTools: { locate: { render: LocationRequest } } })
 */
export function LocationRequest(props: LocationRequestProps): ReactElement {
  const { input, precision = 'rounded', timeout = 30_000 } = props;
  const strings = useWords(locationStrings).location;
  return (
    <ClientTool.Root tool={props} data-tool="location">
      <Question text={textIn(input, 'reason') ?? strings.reason} />
      <LocationAsking first={precision} timeout={timeout} />
    </ClientTool.Root>
  );
}

export declare namespace LocationRequest {
  type Input = LocationRequestInput;
  type Output = LocationOutput;
}

/**
 * Creates a {@link LocationRequest} with options of the app.
 *
 * @example clientTools: { locate: { render: locationRequest({ precision: 'exact' }) } } // outside of the component
 */
export function locationRequest(
  options: LocationRequestOptions,
): (props: ClientToolProps<LocationRequestInput, LocationOutput>) => ReactElement {
  return function ConfiguredLocationRequest(props) {
    return <LocationRequest {...props} {...options} />;
  };
}

type Phase = 'idle' | 'asking' | LocationProblem;

function LocationAsking({
  first,
  timeout,
}: {
  readonly first: LocationPrecision;
  readonly timeout: number;
}): ReactElement {
  const words = useWords(toolStrings);
  const strings = useWords(locationStrings).location;
  const { isBusy, submit, clear } = useClientToolCall();
  const [precision, setPrecision] = useState(first);
  const [phase, setPhase] = useState<Phase>('idle');
  const turn = useRef(0);
  // Discards the location when the user has left or declined meanwhile.
  const forget = useCallback(() => {
    turn.current += 1;
  }, []);
  useEffect(() => forget, [forget]);

  const problem = phase === 'idle' || phase === 'asking' ? undefined : phase;
  const ask = async (): Promise<void> => {
    clear();
    setPhase('asking');
    forget();
    const mine = turn.current;
    const found = await askLocation(precision, timeout);
    if (mine !== turn.current) return;
    setPhase(found.status === 'found' ? 'idle' : found.status);
    if (found.status === 'found') await submit(found.location);
  };
  const decline = (): void => {
    forget();
    setPhase((now) => (now === 'asking' ? 'idle' : now));
  };
  return (
    <>
      <ClientTool.Body>
        <Precision value={precision} unavailable={isBusy || phase === 'asking'} onChange={setPrecision} />
        {phase === 'asking' ? <p data-cs="client-tool-note">{strings.asking}</p> : null}
        <Announcer text={phase === 'asking' ? strings.asking : ''} id={phase} />
        {problem === undefined ? null : (
          <p data-cs="problem" data-state={problem} role="alert">
            {strings.problems[problem]}
          </p>
        )}
      </ClientTool.Body>
      <ClientTool.Problem />
      <ClientTool.Actions>
        <Button action="share" look="primary" unavailable={isBusy || phase === 'asking'} onPress={() => void ask()}>
          {problem === undefined ? strings.share : words.retry}
        </Button>
        {problem === undefined ? (
          <ClientTool.Fail message={strings.tellDeclined} onClick={decline} />
        ) : (
          <ClientTool.Fail message={strings.tellUnavailable[problem]}>{strings.unavailable}</ClientTool.Fail>
        )}
      </ClientTool.Actions>
    </>
  );
}

interface PrecisionProps {
  readonly value: LocationPrecision;
  readonly unavailable: boolean;
  readonly onChange: (value: LocationPrecision) => void;
}

function Precision({ value, unavailable, onChange }: PrecisionProps): ReactElement {
  const strings = useWords(locationStrings).location;
  const name = useId();
  const choice = (precision: LocationPrecision): ReactElement => (
    <label data-cs="choice">
      <input
        type="radio"
        name={name}
        checked={value === precision}
        aria-disabled={unavailable || undefined}
        onChange={() => {
          if (!unavailable) onChange(precision);
        }}
      />
      <span>
        {strings[precision]}
        {precision === 'rounded' ? <small>{strings.roundedHint}</small> : null}
      </span>
    </label>
  );
  return (
    <fieldset data-cs="choices">
      <legend>{strings.precision}</legend>
      {choice('rounded')}
      {choice('exact')}
    </fieldset>
  );
}

/** The precision of a location: `rounded` to two decimals, about a kilometre. */
type LocationPrecision = 'exact' | 'rounded';

/** The output of {@link LocationRequest}, in degrees; `accuracy` is a radius in metres. */
type LocationOutput = Readonly<{ latitude: number; longitude: number; accuracy: number }>;

/** The result of asking the browser. */
type LocationFound =
  | { readonly status: 'found'; readonly location: LocationOutput }
  | { readonly status: LocationProblem };

const problems: Readonly<Record<number, LocationProblem>> = { 1: 'denied', 2: 'unavailable', 3: 'timeout' };

/** Two decimals of a degree are up to 1.1 km, of which at most half is lost. */
const roundedAccuracy = 1000;

/** Asks the browser, which may ask the user. `timeout` in ms starts at their consent. */
function askLocation(precision: LocationPrecision, timeout: number): Promise<LocationFound> {
  return new Promise((resolve) => {
    const geolocation = navigator.geolocation as Geolocation | undefined; // missing if a page is not served securely
    if (geolocation === undefined) return resolve({ status: 'unsupported' });
    geolocation.getCurrentPosition(
      ({ coords }) => resolve({ status: 'found', location: roundLocation(coords, precision) }),
      ({ code }) => resolve({ status: problems[code] ?? 'unavailable' }),
      { enableHighAccuracy: precision === 'exact', timeout, maximumAge: 0 },
    );
  });
}

function roundLocation(
  { latitude, longitude, accuracy }: LocationOutput,
  precision: LocationPrecision,
): LocationOutput {
  if (precision === 'exact') return { latitude, longitude, accuracy };
  return { latitude: rounded(latitude), longitude: rounded(longitude), accuracy: Math.max(accuracy, roundedAccuracy) };
}

function rounded(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}
