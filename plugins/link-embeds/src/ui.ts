import { definePlugin, type Host } from '@stoa/plugin-kit/ui'
import { type Embed, findEmbed } from './providers.ts'

export default definePlugin({
  pieces(card, host) {
    const link = card.querySelector('a')
    const embed = link === null ? null : findEmbed(link.href)
    if (embed === null) return undefined
    const consent = createConsent(embed, host, () => consent.replaceWith(createFrame(embed, host)))
    card.append(consent)
    return () => consent.remove()
  },
})

function createConsent({ kind, url }: Embed, host: Host, onShow: () => void) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = host.t(`show_${kind}`)
  button.addEventListener('click', onShow)
  const notice = document.createElement('small')
  notice.textContent = host.t('notice', { host: new URL(url).host })
  const consent = document.createElement('div')
  consent.className = 'plugin-link-embeds-consent'
  consent.append(button, notice)
  return consent
}

/** It cannot navigate the page, and has the origin of its own site. */
function createFrame({ kind, site, url }: Embed, host: Host) {
  const frame = document.createElement('iframe')
  frame.setAttribute(
    'sandbox',
    'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation allow-forms',
  )
  frame.allow = 'fullscreen; encrypted-media; picture-in-picture'
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  frame.title = host.t(`${kind}_of`, { site })
  frame.src = url
  frame.tabIndex = 0
  return frame
}
