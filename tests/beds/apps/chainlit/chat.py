# type: ignore
"""Chainlit runs this for each message: the scripted model's answer, token by token."""

import os

import chainlit as cl
from openai import AsyncOpenAI

model = AsyncOpenAI(base_url=os.environ["MODEL_URL"], api_key="none")


@cl.on_message
async def answer(asked):
    said = cl.user_session.get("said") or []
    said.append({"role": "user", "content": asked.content})
    words = cl.Message(content="")
    async for part in await model.chat.completions.create(model="scripted", messages=said, stream=True):
        if part.choices and (text := part.choices[0].delta.content):
            await words.stream_token(text)
    said.append({"role": "assistant", "content": words.content})
    cl.user_session.set("said", said)
    await words.update()
