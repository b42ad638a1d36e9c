import type { PluginValues } from '@stoa/contract/plugin-fields'

export function readSetting(settings: PluginValues, name: string, fallback = ''): string {
  const value = settings[name]
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? fallback : text
}

export function readLines(settings: PluginValues, name: string): string[] {
  const lines = readSetting(settings, name).split('\n')
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}
