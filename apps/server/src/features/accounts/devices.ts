type Sign = readonly [name: string, pattern: RegExp]

// The order matters: most browsers also claim to be the ones they descend from.
const browsers: readonly Sign[] = [
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

const systems: readonly Sign[] = [
  ['iPad', /\biPad\b/],
  ['iPhone', /\biPhone\b|\biPod\b/],
  ['HarmonyOS', /\bHarmonyOS\b|\bOpenHarmony\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b|\bMac OS X\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
]

/** What a person would call the device behind a User-Agent header. Empty where it cannot be told. */
export function toDevice(userAgent: string) {
  return {
    browser: nameIn(browsers, userAgent) ?? programIn(userAgent),
    system: nameIn(systems, userAgent) ?? '',
  }
}

function nameIn(signs: readonly Sign[], userAgent: string) {
  return signs.find(([, pattern]) => pattern.test(userAgent))?.[0]
}

/** Programs that are no browsers name themselves first: `curl/8.5.0`. */
function programIn(userAgent: string) {
  const name = /^([A-Za-z][\w.-]{0,30})(?:\/|$)/.exec(userAgent)?.[1] ?? ''
  return name === 'Mozilla' ? '' : name
}
