import { definePlugin, html } from '@stoa/plugin-kit/server'

/** Readable without scripts; `ui.ts` draws it. */
export default definePlugin({
  render: (pieces) =>
    pieces.map((piece) => (piece.kind === 'fence' ? showSource(piece.source) : null)),
})

function showSource(source: string) {
  const code = html`<code class="language-mermaid">${source}</code>`
  return html`<pre class="plugin-diagrams">${code}</pre>`
}
