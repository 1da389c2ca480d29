const README = `# Weather card

A tiny web service that turns a forecast into one friendly sentence.

## Run it

    python -m src.app

Set \`API_URL\` and \`API_KEY\` in \`.env\` first.

## Status

- [x] Fetch the forecast
- [ ] Say something nice when it rains
`;

const ENV = `API_URL=https://api.example.com
API_KEY=sk-demo-not-a-real-key-0000
DEBUG=1
`;

const TODO = `# To do

- [ ] TODO: answer in Celsius and in Fahrenheit
- [ ] TODO: cache the forecast for ten minutes
- [x] Write the first version
- [ ] Ask Mira about the launch date
`;

const APP = `import os

from src.utils.dates import friendly_date


def sentence(forecast: dict) -> str:
    # TODO: say something nice when it rains
    day = friendly_date(forecast["date"])
    return f"{day} will be {forecast['summary']}, {forecast['celsius']} degrees."


if __name__ == "__main__":
    print(f"Asking {os.environ['API_URL']} ...")
`;

const DATES = `from datetime import date


def friendly_date(value: str) -> str:
    """Turns 2026-05-04 into "Monday, 4 May"."""
    day = date.fromisoformat(value)
    return f"{day:%A}, {day.day} {day:%B}"
`;

const HELLO = `Hello!

This is a draft of the announcement. It is short, because it is a draft.
`;

/** The initial files of a new workspace, by path: a small project with one secret and some open tasks. */
export const SEED: Readonly<Record<string, string>> = {
  'README.md': README,
  '__init__.py': '"""The weather card."""\n',
  '.env': ENV,
  'notes/todo.md': TODO,
  'src/app.py': APP,
  'src/utils/dates.py': DATES,
  'drafts/hello.txt': HELLO,
};
