import { startServices } from './services.ts'

/** Starts what the tests need; services are left running, so that the next run starts at once. */
export async function setup() {
  await startServices()
}
