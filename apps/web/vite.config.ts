import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { smallInMemory } from '../../scripts/build/small-in-memory.ts'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  resolve: {
    alias: { '../createLucideIcon.mjs': join(import.meta.dirname, 'vite/lucide-icon.tsx') },
  },
  // One file without dependencies: nothing to install beside it, nothing to look up at start.
  ssr: command === 'build' ? { noExternal: true } : { noExternal: [/^@stoa\//] },
  // Found only once a browser asks for them; named here, the first page does not reload itself.
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
    ssr: { build: { minify: false, rolldownOptions: { output: { minify: smallInMemory } } } },
  },
}))
