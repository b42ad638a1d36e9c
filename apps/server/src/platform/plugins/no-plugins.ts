import { PluginFailure } from '../../kernel/plugins.ts'
import type { PluginRegistry } from './plugins.ts'

/** For a process that has no database yet. */
export const noPlugins: PluginRegistry = {
  reviewers: [],
  connect: () => {},
  isChosenHost: () => false,
  list: () => [],
  find: () => null,
  captcha: () => null,
  call: async (slug) => await Promise.reject(new PluginFailure(slug, 'It is not installed.')),
  tryOut: async (slug) => await Promise.reject(new PluginFailure(slug, 'It is not installed.')),
  use: () => ({ calls: 0, failures: 0, totalMs: 0, memoryBytes: 0 }),
  ofTexts: () => null,
  fingerprint: () => '',
  reload: async () => {},
  onChange: () => {},
  onFaulted: () => {},
  close: async () => {},
}
