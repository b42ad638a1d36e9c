import { definePlugin, html } from '@stoa/plugin-kit/server'
import { findEmbed } from './providers.ts'

/** A card with the link. Nothing is loaded from the other site; `ui.ts` adds the button. */
export default definePlugin({
  render: (pieces, { t }) =>
    pieces.map((piece) => {
      const embed = piece.kind === 'link' ? findEmbed(piece.url) : null
      if (piece.kind !== 'link' || embed === null) return null
      const { kind, site } = embed
      const label = html`<strong>${t(`${kind}_of`, { site })}</strong>`
      const link = html`<a href="${piece.url}">${piece.url}</a>`
      const names = `plugin-link-embeds plugin-link-embeds-${kind}`
      return html`<figure class="${names}">${label}<br />${link}</figure>`
    }),
})
