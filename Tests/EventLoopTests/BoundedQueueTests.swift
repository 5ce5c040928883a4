import EventLoop
import Testing

@Suite struct BoundedQueueTests {
  @Test func `keeps the order, and loses what is too much`() {
    let queue = BoundedQueue<Int>(capacity: 3)
    #expect((1...5).map { queue.post($0) } == [true, true, true, false, false])
    #expect((0..<3).map { _ in queue.next() } == [1, 2, 3])
    #expect(queue.post(6))
    #expect(queue.next() == 6)
  }

  @Test func `once closed has nothing left, and takes nothing`() {
    let queue = BoundedQueue<Int>(capacity: 3)
    queue.post(1)
    #expect(!queue.isClosed)
    queue.close()
    #expect(queue.isClosed)
    #expect(!queue.post(2))
    #expect(queue.next() == nil)
    #expect(queue.next() == nil)
  }

  @Test func `wakes a thread that waits, for each element and at the end`() {
    let (questions, answers) = (BoundedQueue<Int>(capacity: 1), BoundedQueue<Int>(capacity: 1))
    let work: @Sendable () -> Void = {
      while let number = questions.next() { answers.post(number + 1) }
      answers.close()
    }
    let thread = WorkerThread(work)
    for number in 1...1000 {
      #expect(questions.post(number))
      #expect(answers.next() == number + 1)
    }
    questions.close()
    #expect(answers.next() == nil)
    thread.join()
  }
}
