/**
 * The text of a program stays in memory as long as it runs, with two bytes for each letter as soon as one letter is none of
 * ASCII. Functions keep their names: they are read in stack traces.
 */
export const smallInMemory = {
  compress: false,
  mangle: { keepNames: true },
  codegen: { removeWhitespace: true, asciiOnly: true },
}
