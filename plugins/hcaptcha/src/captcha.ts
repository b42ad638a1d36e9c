import type { CaptchaWidget } from '@stoa/plugin-kit/captcha-widget'

type HCaptcha = {
  render(element: HTMLElement, options: Record<string, unknown>): void
}

const scriptUrl = 'https://js.hcaptcha.com/1/api.js'
/** Of the pictures to choose from. */
const challengeHeight = 600
/** Narrower frames get the compact widget. */
const normalWidth = 303

const show: CaptchaWidget = (element, options) => {
  const { theme, locale, settings, onSolved, onExpired, onFailed, setHeight } = options
  // It reads its name, so it is a global.
  const onload = 'showCaptcha'
  Object.assign(globalThis, {
    [onload]() {
      const { hcaptcha } = globalThis as unknown as { hcaptcha: HCaptcha }
      hcaptcha.render(element, {
        sitekey: settings['site_key'],
        theme,
        size: element.offsetWidth < normalWidth ? 'compact' : 'normal',
        callback: onSolved,
        'expired-callback': onExpired,
        'chalexpired-callback': () => setHeight(null),
        'error-callback': onFailed,
        'open-callback': () => setHeight(challengeHeight),
        'close-callback': () => setHeight(null),
      })
    },
  })
  const script = document.createElement('script')
  const hl = locale.replace('_', '-')
  script.src = `${scriptUrl}?${new URLSearchParams({ onload, render: 'explicit', hl }).toString()}`
  script.onerror = onFailed
  document.head.append(script)
}

export default show
