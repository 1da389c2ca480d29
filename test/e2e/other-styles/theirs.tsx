import type { ComponentProps } from 'react';

/** Components as shadcn/ui writes them: identified by `data-slot`, styled with Tailwind classes. */
const variants = {
  default: 'bg-slate-900 text-white shadow-xs hover:bg-slate-700',
  destructive: 'bg-red-600 text-white shadow-xs',
  outline: 'border border-slate-300 bg-white shadow-xs',
  secondary: 'bg-slate-100 text-slate-900 shadow-xs',
  ghost: 'hover:bg-slate-100',
  link: 'text-slate-900 underline-offset-4 underline',
} as const;

const base =
  "inline-flex shrink-0 items-center justify-center gap-2 rounded-md text-sm font-medium whitespace-nowrap h-9 px-4 py-2 [&_svg:not([class*='size-'])]:size-4";

interface ButtonProps extends ComponentProps<'button'> {
  readonly variant: keyof typeof variants;
}

function Button({ variant, ...props }: ButtonProps) {
  return <button type="button" data-slot="button" className={`${base} ${variants[variant]}`} {...props} />;
}

function Card() {
  return (
    <div data-slot="card" className="flex flex-col gap-6 rounded-xl border border-slate-200 bg-white py-6 shadow-sm">
      <div data-slot="card-header" className="grid items-start gap-2 px-6">
        <h3 data-slot="card-title" className="leading-none font-semibold">
          Payment
        </h3>
        <p data-slot="card-description" className="text-sm text-slate-500">
          How you pay.
        </p>
      </div>
      <div data-slot="card-content" className="px-6">
        <div data-slot="field" data-orientation="vertical" className="flex w-full flex-col gap-3">
          <label data-slot="field-label" htmlFor="holder" className="text-sm font-medium">
            Holder
          </label>
          <input
            data-slot="input"
            id="holder"
            defaultValue="Ana"
            className="h-9 w-full rounded-md border border-slate-300 px-3 py-1 text-base shadow-xs"
          />
        </div>
      </div>
      <div data-slot="card-footer" className="flex items-center gap-2 px-6">
        <span
          data-slot="badge"
          data-state="open"
          data-tone="ok"
          data-risk="high"
          className="rounded-full border px-2 text-xs"
        >
          New
        </span>
        <kbd data-slot="key" className="rounded border px-1 text-xs">
          K
        </kbd>
      </div>
    </div>
  );
}

function Dialog() {
  return (
    <div
      role="dialog"
      aria-labelledby="sure"
      data-slot="dialog-content"
      data-state="open"
      className="grid max-w-lg gap-4 rounded-lg border border-slate-200 bg-white p-6 shadow-lg"
    >
      <h2 id="sure" data-slot="dialog-title" className="text-lg leading-none font-semibold">
        Are you sure?
      </h2>
      <p data-slot="dialog-description" className="text-sm text-slate-500">
        This cannot be undone. <a href="#terms">Terms</a>
      </p>
      <ul className="list-disc ps-5">
        <li>One</li>
        <li>Two</li>
      </ul>
    </div>
  );
}

export function Theirs() {
  return (
    <div className="grid gap-4 p-6">
      <h1 className="text-2xl">Shop</h1>
      <div className="flex flex-wrap gap-2">
        {Object.keys(variants).map((variant) => (
          <Button key={variant} variant={variant as keyof typeof variants}>
            {variant}
            <svg viewBox="0 0 16 16" data-glyph="half" aria-hidden="true">
              <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" />
            </svg>
          </Button>
        ))}
      </div>
      <Card />
      <Dialog />
    </div>
  );
}
