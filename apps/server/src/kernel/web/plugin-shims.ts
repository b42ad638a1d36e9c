const identifier = /^[A-Za-z_$][\w$]*$/

/** A module that hands out the host's copy of a shared one under all of its names. */
export function shimSource(name: string, module: object): string {
  const names = Object.keys(module).filter((one) => one !== 'default' && identifier.test(one))
  return [
    `const shared = globalThis[Symbol.for('stoa.shared')][${JSON.stringify(name)}]`,
    'export default shared.default ?? shared',
    ...(names.length === 0 ? [] : [`export const { ${names.join(', ')} } = shared`]),
    '',
  ].join('\n')
}
