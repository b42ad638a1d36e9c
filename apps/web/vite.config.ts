import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { nodeChunks } from '../../scripts/build/chunks.ts'
import { lowMemoryMinify } from '../../scripts/build/minify.ts'
import { clientChunks } from './vite/chunks.ts'
import { untranslatedMessages } from './vite/untranslated.ts'

export default defineConfig(({ command }) => ({
  plugins: [untranslatedMessages(), tailwindcss(), reactRouter()],
  // The server build contains its dependencies: nothing to install, faster start.
  ssr: command === 'build' ? { noExternal: true } : { noExternal: [/^@stoa\//] },
  // Listed because Vite would discover them late and reload the first page.
  optimizeDeps: {
    include: [
      '@stoa/locales > intl-messageformat',
      'lucide-react',
      'radix-ui',
      'react-hook-form',
      'zod',
    ],
  },
  build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 800 },
  environments: {
    client: { build: { rolldownOptions: { output: clientChunks } } },
    ssr: {
      build: {
        minify: false,
        rolldownOptions: {
          // The build of the server adds these, which it uses too.
          external: [/^@stoa\/(contract|locales|markdown)\//, /^zod$/, /^react(-dom)?($|\/)/],
          output: { minify: lowMemoryMinify, codeSplitting: nodeChunks },
        },
      },
    },
  },
}))
