// What React and React Router do not promise may be used in one folder only.
const internalsFolder = 'apps/web/app/framework-internals/'

const checkedFolders = /^(apps\/(web|server\/src)|packages\/plugin-kit)\//

const internals: [name: string, pattern: RegExp][] = [
  ['exports that may change without notice', /\b(UNSAFE|unstable)_\w+/],
  ['private properties', /\b_internal\w+|__\w*INTERNALS\w*/],
  ['private modules', /['"](react|react-dom|react-router)\/(cjs|dist|lib)\//],
  ['globals of the router', /\b__reactRouter\w+/],
  ['the data hand-off of the router', /\bserverHandoff\w+/],
  ['URLs of data requests', /['"`}\\]\.data(['"`?$]|\\b)|['"]_routes['"]/],
  ['properties of React on elements', /\b__react(Fiber|Props|Container|Events)\b/],
  ['comments and scripts in rendered HTML', /<!--\/?[$&]|\$R[CSXTBMV]\b/],
  ['tags in rendered HTML', /['"`/]<\\?\/(head|body|html)>/],
  ['how React streams', /\bprogressiveChunkSize\b/],
  ['descriptors of DOM prototypes', /getOwnPropertyDescriptors?\(\s*[\w.]*prototype\b/],
]

/** Uses of internals outside the folder, as `location: problem`. */
export function findInternalsProblems(texts: Readonly<Record<string, string>>): string[] {
  return Object.entries(texts)
    .filter(([file]) => checkedFolders.test(file) && !file.startsWith(internalsFolder))
    .flatMap(([file, text]) => problemsOf(file, text))
}

function problemsOf(file: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      internals
        .filter(([, pattern]) => pattern.test(line))
        .map(([name]) => `${file}:${index + 1}: ${name} may be used in ${internalsFolder} only`),
    )
}
