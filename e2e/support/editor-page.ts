// Serves the editor samples of the gallery as a standalone page, with the content security policy of visitor pages.
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { build, type Plugin, type PluginOption } from 'vite'
import { rootDir } from '../../scripts/services/ports.ts'

const web = join(rootDir, 'apps/web')

const entry = `
  import { createElement as h, StrictMode } from 'react'
  import { createRoot } from 'react-dom/client'
  import '/app/styles/app.css'
  import { EditorSamples } from '/app/ui/gallery/editor-section.tsx'
  const { searchParams } = new URL(location.href)
  const root = document.documentElement
  root.dataset.theme = searchParams.get('theme') ?? 'light'
  root.dir = searchParams.get('dir') ?? 'ltr'
  window.renderPreview = async (markdown) =>
    (await import('/app/ui/editor/preview-html.ts')).previewHtml(markdown, 'https://stoa.example')
  createRoot(document.getElementById('page')).render(h(StrictMode, null, h(EditorSamples)))
`

export type EditorPage = { url: string; stop(): Promise<void> }

export async function startEditorPage(): Promise<EditorPage> {
  const outDir = await mkdtemp(join(tmpdir(), 'stoa-editor-'))
  await buildPage(outDir)
  const { paletteCss } = (await import(join(web, 'app/ui/palette.ts'))) as {
    paletteCss(colors: { primaryColor: string }): string
  }
  const palette = paletteCss({ primaryColor: '#0033ff' })
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    if (path === '/') {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.setHeader('content-security-policy', policy(palette))
      return response.end(html(palette))
    }
    readFile(join(outDir, path)).then(
      (content) => {
        response.setHeader(
          'content-type',
          contentTypes[extname(path)] ?? 'application/octet-stream',
        )
        response.end(content)
      },
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(outDir, { recursive: true, force: true })
    },
  }
}

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

async function buildPage(outDir: string) {
  const { default: tailwind } = (await import(
    createRequire(join(web, 'package.json')).resolve('@tailwindcss/vite')
  )) as { default: () => PluginOption }
  await build({
    root: web,
    configFile: false,
    logLevel: 'error',
    plugins: [tailwind(), virtualEntry()],
    publicDir: false,
    build: {
      outDir,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      cssCodeSplit: true,
      chunkSizeWarningLimit: 900,
      rolldownOptions: {
        input: { page: 'virtual:page' },
        output: { entryFileNames: 'page.js', assetFileNames: 'assets/[name][extname]' },
      },
    },
  })
}

function virtualEntry(): Plugin {
  return {
    name: 'editor-page',
    resolveId: (id) => (id === 'virtual:page' ? join(web, 'virtual-page.js') : null),
    load: (id) => (id === join(web, 'virtual-page.js') ? entry : null),
  }
}

function policy(palette: string): string {
  const hash = createHash('sha256').update(palette).digest('base64')
  return [
    `default-src 'none'`,
    `script-src 'nonce-page' 'strict-dynamic'`,
    `style-src 'self' 'sha256-${hash}'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self'`,
  ].join('; ')
}

function html(palette: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Editor</title><link rel="icon" href="data:,">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <style>${palette}</style><link rel="stylesheet" href="/assets/page.css"></head>
    <body><header class="sr-only"><h1>Editor</h1></header><main class="shell" id="page"></main>
    <script type="module" nonce="page" src="/page.js"></script></body></html>`
}
