/** Template files in `plugins/toolkit/templates` (scripts, tests and READMEs), keyed by path. */
const templates = import.meta.glob<string>('../../plugins/toolkit/templates/*/*.{ts,md}', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Kinds of plugins that have a template. */
export const kinds = ['format', 'action', 'parser', 'search', 'sink', 'model'] as const;

/** A plugin to create. */
export interface NewPlugin {
  /** Name of the plugin, in lower case with hyphens. */
  readonly name: string;
  readonly kind: (typeof kinds)[number];
  /** Version of Gleaner that creates the plugin. */
  readonly version: string;
}

/** Kinds of plugins whose IDs are in camel case, because the IDs are used as names in JSON requests. */
const camelKinds: ReadonlySet<string> = new Set(['format', 'action']);

function camelOf(name: string): string {
  const [first = '', ...rest] = name.split('-').filter(Boolean);
  return first + rest.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
}

const json = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** Returns the files of a new plugin, keyed by path. */
export function projectFiles({ name, kind, version }: NewPlugin): Readonly<Record<string, string>> {
  const id = camelKinds.has(kind) ? camelOf(name) : name;
  const [major, minor] = version.split('.');
  const filled = (file: string) =>
    (templates[`../../plugins/toolkit/templates/${kind}/${file}`] ?? '')
      .replaceAll('myPlugin', camelOf(name))
      .replaceAll('my-plugin', name)
      .replaceAll('GLEANER_VERSION', version);
  const hosts = kind === 'search' || kind === 'sink' || kind === 'model' ? ['api.example.com'] : [];
  return {
    'src/index.ts': filled('index.ts'),
    'test/index.test.ts': filled('index.test.ts'),
    'README.md': filled('README.md'),
    'gleaner.plugin.json': json({
      id: name,
      version: '0.1.0',
      engine: `>=${major}.${minor}`,
      contributions: [`${kind}:${id}`],
      ...(hosts.length > 0 ? { permissions: { hosts } } : {}),
      license: 'MIT',
    }),
    'package.json': json({
      name: `gleaner-${name}`,
      version: '0.1.0',
      private: true,
      type: 'module',
      scripts: {
        check: 'tsc',
        test: 'gleaner plugin test',
        dev: 'gleaner plugin dev',
        pack: 'gleaner plugin pack',
      },
      devDependencies: { '@gleaner/plugin': `^${version}`, '@types/node': '^24', typescript: '^6' },
    }),
    'tsconfig.json': json({
      compilerOptions: {
        target: 'es2023',
        lib: ['es2023'],
        module: 'nodenext',
        types: ['node'],
        strict: true,
        erasableSyntaxOnly: true,
        allowImportingTsExtensions: true,
        skipLibCheck: true,
        noEmit: true,
      },
      include: ['src', 'test'],
    }),
    '.gitignore': 'node_modules\n*.tgz\n',
  };
}
