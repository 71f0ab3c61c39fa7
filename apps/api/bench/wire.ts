import { connect, type Socket } from 'node:net';

const END_OF_HEAD = '\r\n\r\n';

type Waiting = { resolve: (text: string) => void; reject: (error: Error) => void };

/**
 * A connection to the server, one request at a time: a minimal HTTP client, since it shares the machine with the
 * server.
 */
class Line {
  private readonly socket: Socket;
  private came: Buffer = Buffer.alloc(0);
  private waiting: Waiting | undefined;
  private asked = '';

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1').setNoDelay();
    this.socket.on('data', (piece: Buffer) => {
      this.came = this.came.length === 0 ? piece : Buffer.concat([this.came, piece]);
      this.read();
    });
    this.socket.on('error', (error) => this.waiting?.reject(error));
    this.socket.on('close', () => this.waiting?.reject(new Error('o servidor desligou')));
  }

  ask(request: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.asked = request.slice(0, request.indexOf(' HTTP'));
      this.socket.write(request);
    });
  }

  /** False once the server has closed the connection, as it does with idle ones. */
  get isOpen() {
    return !this.socket.destroyed;
  }

  close() {
    this.waiting = undefined;
    this.socket.destroy();
  }

  private read() {
    const end = this.came.indexOf(END_OF_HEAD);
    if (end < 0) return;
    const head = this.came.toString('latin1', 0, end);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const from = end + END_OF_HEAD.length;
    if (this.came.length < from + length) return;
    const body = this.came.toString('utf8', from, from + length);
    this.came = this.came.subarray(from + length);
    const { waiting } = this;
    this.waiting = undefined;
    const status = Number(head.slice(9, 12));
    if (status < 300) waiting?.resolve(body);
    else waiting?.reject(new Error(`${this.asked}: ${status} ${body}`));
  }
}

/** A pool of keep-alive connections, as many as are in use at once. */
export function wire(port: number) {
  const free: Line[] = [];
  const all = new Set<Line>();
  function lineOf(): Line {
    for (let line = free.pop(); line; line = free.pop()) if (line.isOpen) return line;
    return new Line(port);
  }
  return {
    async call(method: string, path: string, token: string, body?: object): Promise<string> {
      const line = lineOf();
      all.add(line);
      const text = body ? JSON.stringify(body) : '';
      const head = [
        `${method} /api${path} HTTP/1.1`,
        'host: 127.0.0.1',
        ...(token ? [`authorization: Bearer ${token}`] : []),
        ...(body ? ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`] : []),
      ];
      const answer = await line.ask(head.join('\r\n') + END_OF_HEAD + text);
      free.push(line);
      return answer;
    },
    close() {
      for (const line of all) line.close();
    },
  };
}
