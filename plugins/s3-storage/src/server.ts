import { definePlugin } from '@stoa/plugin-kit/server'
import { findSettingProblems } from './settings.ts'
import { readBucket, sign } from './signing.ts'
import { testBucket } from './test-bucket.ts'

export default definePlugin({
  fileStore: { sign: (request, { settings }) => sign(readBucket(settings), request) },
  actions: { test: (kit) => testBucket(readBucket(kit.settings), kit) },
  checkSettings: findSettingProblems,
})
