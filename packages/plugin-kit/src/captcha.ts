// What the server code of a captcha gets.

export type CaptchaSolution = {
  /** What the widget gave to `onSolved`. */
  readonly code: string
  /** What the captcha protects, such as `password` or `question`. The same that the widget got. */
  readonly action: string
  /** Of whoever solved it. */
  readonly ip: string
}
