import type { CaptchaWidget } from '@stoa/plugin-kit/captcha-widget'

type Turnstile = {
  render(element: HTMLElement, options: Record<string, unknown>): void
}

const scriptUrl = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

const show: CaptchaWidget = (element, options) => {
  const { action, theme, locale, settings, onSolved, onExpired, onFailed } = options
  const script = document.createElement('script')
  script.src = scriptUrl
  script.onerror = onFailed
  script.onload = () => {
    const { turnstile } = globalThis as unknown as { turnstile: Turnstile }
    turnstile.render(element, {
      sitekey: settings['site_key'],
      action,
      theme,
      language: locale.replace('_', '-').toLowerCase(),
      size: 'flexible',
      'response-field': false,
      callback: onSolved,
      'expired-callback': onExpired,
      'unsupported-callback': onFailed,
      'error-callback'() {
        onFailed()
        // Otherwise it logs the error again.
        return true
      },
    })
  }
  document.head.append(script)
}

export default show
