// What the widget of a captcha gets. Types only: it runs in a frame of its own and imports nothing.

export type CaptchaWidgetOptions = {
  /** What the captcha protects. If the service stores it with its tokens, `verifyCaptcha` compares it. */
  readonly action: string
  readonly theme: 'light' | 'dark'
  /** Such as `en_US`. */
  readonly locale: string
  /** The settings that the manifest names for the widget. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Each code can be used once. */
  onSolved(code: string): void
  /** The last code is no longer valid. */
  onExpired(): void
  /** The service cannot be reached or does not work. The captcha of the site is shown instead. */
  onFailed(): void
  /** For a widget that opens something larger; null fits the frame to its content again. */
  setHeight(pixels: number | null): void
}

/** The default export of the widget's file. */
export type CaptchaWidget = (element: HTMLElement, options: CaptchaWidgetOptions) => void
