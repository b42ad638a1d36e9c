import type { PluginDetail } from '@stoa/contract/features/plugins'
import { Ellipsis, RotateCcw, Trash } from 'lucide-react'
import { useState } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { findFormerVersion } from './former-version.ts'
import { RemovePluginDialog } from './remove-plugin-dialog.tsx'
import { usePluginVersion } from './use-plugin-version.ts'

/** Updating has a button of its own. */
export function PluginMenu({ plugin }: { plugin: PluginDetail }) {
  const t = useTranslate()
  const [isRemoving, setRemoving] = useState(false)
  const { run } = usePluginVersion(plugin)
  const former = findFormerVersion(plugin)
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton
            data-needs-script=""
            label={t('plugins.menu', { name: plugin.name })}
            icon={<Ellipsis className="icon" aria-hidden="true" />}
          />
        }
        items={[
          ...(former === undefined
            ? []
            : [
                {
                  id: 'roll_back',
                  label: t('plugins.roll_back', { version: former }),
                  icon: <RotateCcw className="icon" aria-hidden="true" />,
                  onSelect: () => void run(former),
                },
                { kind: 'line' as const, id: 'line' },
              ]),
          {
            id: 'remove',
            label: t('plugins.remove'),
            icon: <Trash className="icon" aria-hidden="true" />,
            danger: true,
            onSelect: () => setRemoving(true),
          },
        ]}
      />
      {isRemoving && <RemovePluginDialog plugin={plugin} onClose={() => setRemoving(false)} />}
    </>
  )
}
