/**
 * The source stays in memory while the program runs, with two bytes per character if it contains any non-ASCII one.
 * Functions keep their names for stack traces.
 */
export const lowMemoryMinify = {
  compress: false,
  mangle: { keepNames: true },
  codegen: { removeWhitespace: true, asciiOnly: true },
}
