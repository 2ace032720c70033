import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeLocally, listenLocally } from './local-server';

/** Language model protocols that the server supports. */
export type ModelProtocol = 'openai' | 'anthropic' | 'google';

/** A question to the model, in a form common to all protocols. */
export interface ModelCall {
  readonly protocol: ModelProtocol;
  readonly model: string;
  readonly key: string;
  readonly instructions: string;
  readonly messages: readonly { readonly role: string; readonly text: string }[];
  /** JSON schema that constrains the answer. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into schemas of every shape
  readonly schema: any;
}

/**
 * Response of the server: model output, a refusal, a truncated answer, another HTTP response, or no response. Model
 * output is text, a tool call or an unrequested stream.
 */
export type ModelReply =
  | { readonly text: string; readonly cutOff?: boolean; readonly by?: 'tool' | 'stream' }
  | { readonly refusal: string }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | 'hang';

/** A server that supports the protocols of OpenAI, Anthropic and Google. The test sets its answers. */
export interface ModelServer {
  /** Returns the base URL for a protocol. */
  base(protocol: ModelProtocol): string;
  readonly calls: readonly ModelCall[];
  readonly models: string[];
  /** Responses to additional paths, which need no key, e.g. Ollama's `/api/show`. All remaining paths get 404. */
  readonly more: Map<string, object>;
  /** Sets the answers to all later questions. Clears the recorded calls. */
  answer(reply: (call: ModelCall, index: number) => ModelReply): void;
  close(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of three protocols
type Body = any;

/** Starts the server on a free port. It responds with 401 to calls with a key other than `key`. */
export async function startModelServer(key = 'model-key-123'): Promise<ModelServer> {
  const calls: ModelCall[] = [];
  const models = ['small-model'];
  const more = new Map<string, object>();
  let reply: (call: ModelCall, index: number) => ModelReply = () => ({ text: '{}' });
  const server = createServer(async (request, response) => {
    const own = more.get(request.url ?? '');
    if (own) return send(response, 200, own);
    if (/^\/(?:api|props)\b/.test(request.url ?? '')) return send(response, 404, { error: 'not found' });
    const protocol = protocolOf(request.url ?? '');
    const given = keyOf(request);
    if (given !== key) return send(response, 401, { error: { message: 'Incorrect API key provided' } });
    if (request.method === 'GET') return send(response, 200, listOf(protocol, models));
    const call = readCall(protocol, request.url ?? '', given, JSON.parse(await text(request)));
    calls.push(call);
    const said = reply(call, calls.length - 1);
    if (said === 'hang') return;
    if ('status' in said) return response.writeHead(said.status, said.headers).end(said.body ?? '');
    if ('by' in said && said.by === 'stream') return sendStream(response, protocol, call, said.text);
    send(response, 200, answerOf(protocol, call, said));
  });
  const origin = await listenLocally(server);
  return {
    base: (protocol) =>
      `${origin}/${protocol === 'google' ? 'v1beta' : protocol === 'anthropic' ? 'anthropic/v1' : 'v1'}`,
    calls,
    models,
    more,
    answer(given) {
      calls.length = 0;
      reply = given;
    },
    close: () => closeLocally(server),
  };
}

const protocolOf = (path: string): ModelProtocol =>
  path.startsWith('/v1beta') ? 'google' : path.startsWith('/anthropic') ? 'anthropic' : 'openai';

const keyOf = ({ headers }: IncomingMessage): string =>
  String(headers['x-api-key'] ?? headers['x-goog-api-key'] ?? headers.authorization?.replace('Bearer ', ''));

function listOf(protocol: ModelProtocol, models: readonly string[]): unknown {
  if (protocol !== 'google') return { data: models.map((id) => ({ id, object: 'model' })) };
  return {
    models: models.map((name) => ({ name: `models/${name}`, supportedGenerationMethods: ['generateContent'] })),
  };
}

function readCall(protocol: ModelProtocol, path: string, key: string, body: Body): ModelCall {
  const textOf = (content: Body): string =>
    typeof content === 'string' ? content : content.map(({ text: part = '' }) => part).join('');
  if (protocol === 'google') {
    const messages = body.contents.map(({ role, parts }: Body) => ({ role, text: textOf(parts) }));
    const instructions = textOf(body.systemInstruction?.parts ?? '');
    const model = /models\/([^:]+):(?:streamG|g)enerateContent/.exec(path)?.[1] ?? '';
    return { protocol, model, key, instructions, messages, schema: body.generationConfig.responseJsonSchema };
  }
  const messages = body.messages.map(({ role, content }: Body) => ({ role, text: textOf(content) }));
  if (protocol === 'anthropic') {
    const schema = body.output_config?.format?.schema ?? body.tools?.[0]?.input_schema;
    return { protocol, model: body.model, key, instructions: textOf(body.system ?? ''), messages, schema };
  }
  const [system, ...rest] = messages;
  const schema = body.response_format?.json_schema?.schema;
  return { protocol, model: body.model, key, instructions: system.text, messages: rest, schema };
}

function answerOf(
  protocol: ModelProtocol,
  call: ModelCall,
  said: Exclude<ModelReply, 'hang' | { status: number }>,
): unknown {
  const refusal = 'refusal' in said ? said.refusal : undefined;
  const words = 'text' in said ? said.text : '';
  const cutOff = 'text' in said && said.cutOff === true;
  const isTool = 'by' in said && said.by === 'tool';
  const [input, output] = [Math.ceil(JSON.stringify(call.messages).length / 4), Math.ceil(words.length / 4)];
  if (protocol === 'google') {
    const finishReason = refusal ? 'SAFETY' : cutOff ? 'MAX_TOKENS' : 'STOP';
    const part = isTool ? { functionCall: { name: 'answer', args: JSON.parse(words) } } : { text: words };
    const candidate = { content: { role: 'model', parts: [part] }, finishReason };
    return {
      candidates: [candidate],
      usageMetadata: { promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: input + output },
    };
  }
  if (protocol === 'anthropic') {
    const used = { type: 'tool_use', id: 'toolu_1', name: 'answer', input: isTool ? JSON.parse(words) : {} };
    const content = [isTool ? used : { type: 'text', text: refusal ?? words }];
    const stop_reason = refusal ? 'refusal' : cutOff ? 'max_tokens' : isTool ? 'tool_use' : 'end_turn';
    return {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: call.model,
      content,
      stop_reason,
      usage: { input_tokens: input, output_tokens: output },
    };
  }
  const tool_calls = [{ id: 'call_1', type: 'function', function: { name: 'answer', arguments: words } }];
  const message = isTool
    ? { content: null, tool_calls }
    : { content: refusal ? null : words, refusal: refusal ?? null };
  const finish_reason = cutOff ? 'length' : isTool ? 'tool_calls' : 'stop';
  const choice = { index: 0, message: { role: 'assistant', ...message }, finish_reason };
  const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
  return { id: 'chat-1', object: 'chat.completion', created: 1, model: call.model, choices: [choice], usage };
}

/** Streams the words in two chunks, following the protocol. */
function sendStream(response: ServerResponse, protocol: ModelProtocol, { model }: ModelCall, words: string): void {
  const pieces = [words.slice(0, words.length / 2), words.slice(words.length / 2)];
  const usage = { prompt_tokens: 50, completion_tokens: 10, total_tokens: 60 };
  const chunk = (delta: object, finish_reason: string | null) => ({
    ...{ id: 'chat-1', object: 'chat.completion.chunk', created: 1, model, usage: finish_reason ? usage : null },
    choices: [{ index: 0, delta, finish_reason }],
  });
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], stop_reason: null };
  const counts = { promptTokenCount: 50, candidatesTokenCount: 10, totalTokenCount: 60 };
  const events: Readonly<Record<ModelProtocol, readonly Body[]>> = {
    openai: [...pieces.map((content) => chunk({ role: 'assistant', content }, null)), chunk({}, 'stop')],
    anthropic: [
      { type: 'message_start', message: { ...message, usage: { input_tokens: 50, output_tokens: 1 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      ...pieces.map((text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })),
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 10 } },
      { type: 'message_stop' },
    ],
    google: pieces.map((text, index) => ({
      candidates: [{ content: { role: 'model', parts: [{ text }] }, ...(index > 0 ? { finishReason: 'STOP' } : {}) }],
      usageMetadata: counts,
    })),
  };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events[protocol]) {
    if (protocol === 'anthropic') response.write(`event: ${event.type}\n`);
    response.write(`data: ${JSON.stringify(event)}\n\n`);
  }
  response.end(protocol === 'openai' ? 'data: [DONE]\n\n' : '');
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function text(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
