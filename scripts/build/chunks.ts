/**
 * For Node, the server and the pages: hundreds of modules double the startup time, and one large file takes tens of megabytes
 * to compile.
 */
export const nodeChunks = {
  groups: [
    {
      name: packageOf,
      debugName: 'packages',
      // Without the driver that is loaded on demand, and brings its database with it.
      test: /node_modules\/(?!.*drizzle-orm\/pglite\/)/,
      minSize: 50_000,
    },
    { name: 'locales', test: /packages\/locales\// },
    { name: 'contract', test: /packages\/contract\// },
  ],
}

function packageOf(file: string) {
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]?.replace('/', '-') ?? null
}
