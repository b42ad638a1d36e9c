import type { Plugin } from 'rolldown'

/** Modules of libraries that need more of Node than plugins get, by name. */
const sources: Readonly<Record<string, string>> = {
  // Writes to the error stream, with the colors of the terminal.
  debug: 'export default () => () => {}',
  // Reads its templates from files. Without it, encrypted SAML assertions are not supported.
  'xml-encryption': `export function decrypt(xml, options, done) {
  done(new Error('Encrypted XML is not supported.'))
}`,
}
const prefix = '\0replaced:'

export function replaceModules(): Plugin {
  return {
    name: 'replaced-modules',
    resolveId: (name) => (Object.hasOwn(sources, name) ? prefix + name : null),
    load: (id) => (id.startsWith(prefix) ? (sources[id.slice(prefix.length)] ?? null) : null),
  }
}
