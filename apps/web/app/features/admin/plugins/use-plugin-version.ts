import { setPluginVersion, type ListedPlugin } from '@stoa/contract/features/plugins'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'

/** Changes to a stored version. The toast offers the way back. */
export function usePluginVersion(plugin: Pick<ListedPlugin, 'slug_name' | 'name' | 'version'>) {
  const t = useTranslate()
  const { slug_name: plugin_slug_name, name } = plugin
  const back = useMutation<string>({
    send: (call, version) => call(setPluginVersion, { plugin_slug_name, version }),
    successToast: (version) => ({ text: t('plugins.now_runs', { name, version }), tone: 'ok' }),
    revalidates: true,
  })
  return useMutation<string>({
    send: (call, version) => call(setPluginVersion, { plugin_slug_name, version }),
    successToast: (version) => ({ text: t('plugins.now_runs', { name, version }), tone: 'ok' }),
    undo: () => void back.run(plugin.version),
    revalidates: true,
  })
}
