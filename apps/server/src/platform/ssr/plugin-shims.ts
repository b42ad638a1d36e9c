const identifier = /^[A-Za-z_$][\w$]*$/

/** Source of a module that re-exports the host's instance of a shared module. */
export function shimSource(name: string, module: object): string {
  const names = Object.keys(module).filter((key) => key !== 'default' && identifier.test(key))
  return [
    `const shared = globalThis[Symbol.for('stoa.shared')][${JSON.stringify(name)}]`,
    'export default shared.default ?? shared',
    ...(names.length === 0 ? [] : [`export const { ${names.join(', ')} } = shared`]),
    '',
  ].join('\n')
}
