type NamedPattern = readonly [name: string, pattern: RegExp]

// Order matters: most browsers also send the names of the browsers they derive from.
const browsers: readonly NamedPattern[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera|OPX)\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Yandex', /\bYaBrowser\//],
  ['WeChat', /\bMicroMessenger\//],
  ['UC Browser', /\bUCBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chromium', /\bChromium\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]

const systems: readonly NamedPattern[] = [
  ['iPad', /\biPad\b/],
  ['iPhone', /\biPhone\b|\biPod\b/],
  ['HarmonyOS', /\bHarmonyOS\b|\bOpenHarmony\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b|\bMac OS X\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
]

/** Browser and operating system of a User-Agent header; empty when unknown. */
export function toDevice(userAgent: string) {
  return {
    browser: findName(browsers, userAgent) ?? findProgram(userAgent),
    system: findName(systems, userAgent) ?? '',
  }
}

function findName(patterns: readonly NamedPattern[], userAgent: string) {
  return patterns.find(([, pattern]) => pattern.test(userAgent))?.[0]
}

/** HTTP clients that are not browsers start with their name: `curl/8.5.0`. */
function findProgram(userAgent: string) {
  const name = /^([A-Za-z][\w.-]{0,30})(?:\/|$)/.exec(userAgent)?.[1] ?? ''
  return name === 'Mozilla' ? '' : name
}
