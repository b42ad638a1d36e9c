/** All forms of a feature's name in the generated files. */
export type Names = Record<
  | 'many'
  | 'Many'
  | 'many-kebab'
  | 'many_snake'
  | 'many words'
  | 'one'
  | 'One'
  | 'one-kebab'
  | 'one_snake'
  | 'one words'
  | 'a one words'
  | 'a_One',
  string
>

export function namesOf(feature: string): Names {
  if (!/^[a-z]+(-[a-z]+)*s$/.test(feature)) {
    throw new Error(
      `${feature}: a feature is named by a plural noun in kebab-case, like close-votes`,
    )
  }
  const one = toSingular(feature)
  return {
    many: toCamel(feature),
    Many: toPascal(feature),
    'many-kebab': feature,
    many_snake: feature.replaceAll('-', '_'),
    'many words': feature.replaceAll('-', ' '),
    one: toCamel(one),
    One: toPascal(one),
    'one-kebab': one,
    one_snake: one.replaceAll('-', '_'),
    'one words': one.replaceAll('-', ' '),
    'a one words': `${articleOf(one)} ${one.replaceAll('-', ' ')}`,
    a_One: articleOf(one) + toPascal(one),
  }
}

/** Replaces the placeholders of a template. */
export function fill(template: string, values: Record<string, string>): string {
  return template.replaceAll(/\{\{([\w -]+?)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`unknown placeholder ${name} in template`)
    return value
  })
}

/** By sound: "an hour", "a user". */
function articleOf(word: string): 'a' | 'an' {
  if (/^(hour|heir|honest|honor)/.test(word)) return 'an'
  return /^(?!u(ni|se|sa|su)|eu|one)[aeiou]/.test(word) ? 'an' : 'a'
}

function toSingular(plural: string): string {
  if (plural.endsWith('ies')) return `${plural.slice(0, -3)}y`
  if (/(s|x|ch|sh)es$/.test(plural)) return plural.slice(0, -2)
  return plural.slice(0, -1)
}

function toPascal(kebab: string): string {
  return kebab.replaceAll(/(^|-)([a-z])/g, (_, _dash, letter: string) => letter.toUpperCase())
}

function toCamel(kebab: string): string {
  const pascal = toPascal(kebab)
  return pascal.charAt(0).toLowerCase() + pascal.slice(1)
}
