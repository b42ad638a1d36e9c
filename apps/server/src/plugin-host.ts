// The program of the process of a plugin, which platform/plugins starts: loads its server code, and calls it.
import * as kit from '@stoa/plugin-kit/server'
import { runPluginHost } from './platform/plugins/host/run-host.ts'

runPluginHost(kit)
