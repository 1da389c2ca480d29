/** The elements of a form, and the attributes that GitHub knows for each. */
const attributesOf: Readonly<
  Record<string, { readonly required: readonly string[]; readonly optional: readonly string[] }>
> = {
  markdown: { required: ['value'], optional: [] },
  textarea: { required: ['label'], optional: ['description', 'placeholder', 'value', 'render'] },
  input: { required: ['label'], optional: ['description', 'placeholder', 'value'] },
  dropdown: { required: ['label', 'options'], optional: ['description', 'multiple', 'default'] },
  checkboxes: { required: ['label', 'options'], optional: ['description'] },
};
const formMembers = ['name', 'description', 'title', 'labels', 'assignees', 'projects', 'type', 'body'];

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

function unknownMembers(value: Members, known: readonly string[], place: string): readonly string[] {
  return Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => `${place}: unknown member ${name}`);
}

/** Returns the faults of the options: text for a menu, `label` for boxes, none twice. */
function optionProblems(type: string, options: unknown, place: string): readonly string[] {
  if (!Array.isArray(options) || options.length === 0) return [`${place}: options are missing`];
  const labels = options.map((option: unknown) => (type === 'checkboxes' && isObject(option) ? option.label : option));
  return [
    ...labels.filter((label) => !isText(label)).map(() => `${place}: an option has no text`),
    ...(new Set(labels).size < labels.length ? [`${place}: an option occurs twice`] : []),
  ];
}

function elementProblems(element: unknown, place: string): readonly string[] {
  if (!isObject(element)) return [`${place}: not an element`];
  const { type, id, attributes, validations } = element;
  const known = attributesOf[String(type)];
  if (known === undefined) return [`${place}: unknown type ${String(type)}`];
  if (!isObject(attributes)) return [`${place}: attributes are missing`];
  const hasOptions = known.required.includes('options');
  return [
    ...unknownMembers(element, ['type', 'id', 'attributes', 'validations'], place),
    ...unknownMembers(attributes, [...known.required, ...known.optional], place),
    ...known.required
      .filter((name) => name !== 'options' && !isText(attributes[name]))
      .map((name) => `${place}: ${name} is missing`),
    ...(hasOptions ? optionProblems(String(type), attributes.options, place) : []),
    ...(id !== undefined && !/^[\w-]+$/.test(String(id)) ? [`${place}: invalid id ${String(id)}`] : []),
    ...(validations === undefined ||
    (isObject(validations) && typeof validations.required === 'boolean' && Object.keys(validations).length === 1)
      ? []
      : [`${place}: validations have only required, which is true or false`]),
  ];
}

/** Returns the faults of an issue form, by the rules that GitHub documents for its syntax. */
export function issueFormProblems(form: unknown): readonly string[] {
  if (!isObject(form)) return ['not a form'];
  const body: readonly unknown[] = Array.isArray(form.body) ? form.body : [];
  const elements = body.filter(isObject);
  const ids = elements.map(({ id }) => id).filter((id) => id !== undefined);
  const labels = elements.map(({ attributes }) => (isObject(attributes) ? attributes.label : undefined)).filter(isText);
  return [
    ...unknownMembers(form, formMembers, 'form'),
    ...['name', 'description'].filter((name) => !isText(form[name])).map((name) => `form: ${name} is missing`),
    ...(elements.some(({ type }) => type !== 'markdown') ? [] : ['form: nothing to fill in']),
    ...(new Set(ids).size < ids.length ? ['form: an id occurs twice'] : []),
    ...(new Set(labels).size < labels.length ? ['form: a label occurs twice'] : []),
    ...body.flatMap((element, index) => elementProblems(element, `body ${index + 1}`)),
  ];
}
